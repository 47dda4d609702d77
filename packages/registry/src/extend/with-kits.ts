import type { ComponentKit } from '../contracts/component-kit.ts'
import type { KnownComponents } from '../contracts/registry-data.ts'
import { componentFlags } from '../generated/component-flags.ts'

/** Height in pixels that a skeleton reserves, because kits do not contain heights. */
const usualHeight = 160

/** Returns the value for `createPolicy({ registry })` in a front end: components loaded by the page, in addition to those of this package. */
export const withKits = (kits: Iterable<ComponentKit>): KnownComponents => ({
  flags: new Map([
    ...[...kits].map(({ name, interactive }) => [name, { height: usualHeight, ...(interactive ? { interactive } : {}) }] as const),
    ...componentFlags,
  ]),
})
