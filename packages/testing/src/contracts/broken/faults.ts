import type { Scope, StorePorts } from '@pf/core'

/** The scope that a broken store uses for every owner. */
export const nobody: Scope = { owner: { id: 'everybody' } }

/** The scope without its tenant. */
export const withoutTenant = ({ owner }: Scope): Scope => ({ owner: { id: owner.id } })

/** Methods without a scope as their first parameter. */
const unscoped: ReadonlySet<string | symbol> = new Set(['gc', 'abandoned', 'onCancelRequest'])

/** The same port with every scope replaced, as in a store that does not check owners. */
export function scoped<Port extends object>(port: Port, change: (scope: Scope) => Scope): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || unscoped.has(name)) return method
      return (scope: Scope, ...rest: unknown[]) => method.call(target, change(scope), ...rest)
    },
  })
}

/** Faults by name, each with the function that gives stores the fault. */
export type Faults = Record<string, (ports: StorePorts) => Partial<StorePorts>>
