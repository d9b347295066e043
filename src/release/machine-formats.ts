import { type Format, FormatError, type RenderedDocument, renderDocument } from '../formats/contract.ts';
import { twinsOf } from '../formats/twins.ts';
import { computedOnce } from '../model/computed-once.ts';
import { tagsOf } from '../model/language.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { Site } from '../presentation/page-data/site.ts';
import { artifactKey } from '../store/release.ts';
import type { SiteDocuments } from '../store/site-documents.ts';

export interface MachineArtifact extends RenderedDocument {
  readonly key: string;
}

interface MachineArtifactOptions {
  /** Reuses the artifact of the previous release; returns false if it has to be rendered. */
  readonly keeps: (reference: DocumentReference, key: string) => boolean;
  /** Renders an artifact, or reuses parts of it from the previous release. */
  readonly make: (
    made: { readonly reference: DocumentReference; readonly key: string; readonly isOurs: boolean },
    render: () => ReturnType<typeof renderDocument>,
  ) => Promise<RenderedDocument>;
  /** Called for each document that a custom format cannot render; the document is left out. */
  readonly fail: (error: FormatError) => void;
}

/**
 * Machine-format artifacts that a build writes, except reused ones: our formats for the list, APIs and changes, and
 * custom formats at every level. Servers derive our formats at other levels on request.
 */
export async function* machineArtifacts(
  documents: SiteDocuments,
  references: readonly DocumentReference[],
  formats: readonly Format[],
  { keeps, make, fail }: MachineArtifactOptions,
): AsyncGenerator<MachineArtifact> {
  for (const reference of references) {
    const here = formats.filter((format) => isWritten(format, reference));
    // Formats share what they compute from a document.
    const documentIn = computedOnce((spoken: SiteDocuments) => spoken.document(reference));
    for (const { format, language } of twinsOf(here, tagsOf(documents.site))) {
      const key = artifactKey(reference, format.name, language);
      if (keeps(reference, key)) continue;
      const spoken = documents.inLanguage(language);
      try {
        const render = () => renderDocument(format, documentIn(spoken), spoken.site);
        yield { key, ...(await make({ reference, key, isOurs: format.respond === undefined }, render)) };
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        fail(error);
      }
    }
  }
}

/** Number of artifacts, including those that fail. */
export function countMachineArtifacts(
  references: readonly DocumentReference[],
  formats: readonly Format[],
  site: Site,
): number {
  return references.reduce((count, reference) => {
    const here = formats.filter((format) => isWritten(format, reference));
    return count + twinsOf(here, tagsOf(site)).length;
  }, 0);
}

function isWritten({ writtenAtBuild, levels, render, respond }: Format, { level }: DocumentReference): boolean {
  if (render === null || !levels.includes(level)) return false;
  // Changes between adjacent versions are requested most, and need the models of two versions.
  return level === 'changes' || (writtenAtBuild && (level === 'list' || level === 'api' || respond !== undefined));
}
