/** The templates are wrong; the message says where. */
export class TemplateError extends Error {}
