import { catalogLines } from '../generated/catalog-lines.ts'
import { allKits } from '../generated/kits.ts'
import { metaToolList } from '../generated/meta-tools.ts'
import { modelValidators } from '../generated/model-validators.ts'
import { componentFlags } from '../generated/names.ts'
import { categories, entries } from '../generated/registry.ts'
import { signatures } from '../generated/signatures.ts'
import { texts } from '../generated/texts.ts'
import { tokenCounts } from '../generated/tokens.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import type { Registry } from './registry-data.ts'

/** The components of this package, to extend. */
export const defaultRegistry = (): Registry => ({
  version: registryVersion,
  digest: registryDigest,
  categories,
  entries,
  flags: componentFlags,
  kits: new Map(allKits.map((kit) => [kit.name, kit])),
  models: modelValidators,
  signatures,
  lines: catalogLines,
  tokens: tokenCounts,
  texts,
  tools: metaToolList,
})
