import type { Registry } from '../contracts/registry-data.ts'
import { catalogLines } from '../generated/catalog-lines.ts'
import { componentFlags } from '../generated/component-flags.ts'
import { categories, entries } from '../generated/entries.ts'
import { metaToolList } from '../generated/meta-tools.ts'
import { signatures } from '../generated/signatures.ts'
import { tokenCounts } from '../generated/tokens.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import { allKits } from '../kits/all-kits.ts'
import { modelValidators } from '../kits/model-validators.ts'
import { texts } from '../kits/texts.ts'

/** Returns the registry of this package, which can be extended. */
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
