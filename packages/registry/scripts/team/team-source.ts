import { categories, entries } from '../../src/generated/entries.ts'
import { registryVersion } from '../../src/generated/version.ts'
import { allKits } from '../../src/kits/all-kits.ts'
import { createPolicy } from '../../src/policy/policy.ts'
import { check } from '../../src/validate/check.ts'
import { loadSource } from '../lib/load.ts'
import type { Source } from '../lib/schema.ts'

const kits = new Map(allKits.map((kit) => [kit.name, kit]))

/** Ways to write a text form; each exports `text`. */
export const textPaths = (name: string): string[] => ['js', 'mjs', 'ts'].map((ending) => `text/${name}.${ending}`)

/** Reads and checks a team's folder beside the components of this package. */
export function loadTeam(folder: string): Source {
  return loadSource(folder, {
    catalog: { registry_version: registryVersion, categories: [...categories] },
    others: entries,
    texts: textPaths,
    foreign(component, props) {
      if (typeof component !== 'string' || !kits.has(component)) return undefined
      const result = check(kits, { component, props }, { policy: createPolicy({ allowlist: [...kits.keys()] }) })
      // Hosts are for the policy of the app to decide.
      return result.ok ? [] : result.issues.filter(({ code }) => code !== 'unsafe_value').map(({ pointer, expected }) => `${pointer}: expected ${expected}`)
    },
  })
}
