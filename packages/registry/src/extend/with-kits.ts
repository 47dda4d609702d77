import type { ComponentKit } from '../contracts/component-kit.ts'
import type { KnownComponents } from '../contracts/registry-data.ts'
import { componentFlags } from '../generated/component-flags.ts'

/** Heights are not in kits: a skeleton keeps this free, in pixels. */
const usualHeight = 160

/** For a front end's `createPolicy({ registry })`: further components that the page has loaded are known beside those of this package. */
export const withKits = (kits: Iterable<ComponentKit>): KnownComponents => ({
  flags: new Map([
    ...[...kits].map(({ name, interactive }) => [name, { height: usualHeight, ...(interactive ? { interactive } : {}) }] as const),
    ...componentFlags,
  ]),
})
