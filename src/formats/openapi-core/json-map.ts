/** An object of a document in JSON, whatever its members are. */
export type JsonMap = Readonly<Record<string, unknown>>;
