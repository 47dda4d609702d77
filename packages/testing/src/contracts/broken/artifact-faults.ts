import { type Faults, nobody, scoped, withoutTenant } from './faults.ts'

/** Faults of `ArtifactStore`. */
export const artifactFaults: Faults = {
  'the end of a range is left out': ({ artifacts }) => ({
    artifacts: {
      ...artifacts,
      get: (scope, id, range) => artifacts.get(scope, id, range?.end === undefined ? range : { ...range, end: Math.max(0, range.end - 1) }),
    },
  }),
  'ranges are ignored': ({ artifacts }) => ({ artifacts: { ...artifacts, get: (scope, id) => artifacts.get(scope, id) } }),
  'a stream is read only to its first piece': ({ artifacts }) => ({
    artifacts: {
      ...artifacts,
      async put(scope, body, meta) {
        if (body instanceof Uint8Array) return artifacts.put(scope, body, meta)
        const { value } = await body[Symbol.asyncIterator]().next()
        return artifacts.put(scope, value ?? new Uint8Array(), meta)
      },
    },
  }),
  'the total of a page is the length of the page': ({ artifacts }) => ({
    artifacts: {
      ...artifacts,
      async page(...args) {
        const page = await artifacts.page(...args)
        return page && { ...page, total: page.items.length }
      },
    },
  }),
  'gc counts and removes nothing': ({ artifacts }) => ({ artifacts: { ...artifacts, gc: async () => 99 } }),
  'owners are not looked at': ({ artifacts }) => ({ artifacts: scoped(artifacts, () => nobody) }),
  'tenants are not looked at': ({ artifacts }) => ({ artifacts: scoped(artifacts, withoutTenant) }),
}
