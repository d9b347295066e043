import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { ASSET_TYPES } from '../http/asset-fields.ts';
import { filesBelow } from '../project/fingerprint.ts';
import type { ReleaseWriter } from './release-writer.ts';
import type { Renderer } from './renderer.ts';

/** Writes the files that pages link to: styles, scripts, the font. */
export async function writeAssets(writer: ReleaseWriter, { clientFolder }: Renderer): Promise<void> {
  if (clientFolder === null) return;
  for (const file of filesBelow(clientFolder)) {
    const mediaType = ASSET_TYPES.find(([ending]) => file.endsWith(ending))?.[1];
    if (mediaType === undefined) continue;
    const path = `/${relative(clientFolder, file).split(sep).join('/')}`;
    await writer.addAsset(path, mediaType, Uint8Array.from(readFileSync(file)));
  }
}
