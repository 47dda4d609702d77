import type { Scope, StorePorts } from '@pf/core'

/** One owner for all. */
export const nobody: Scope = { owner: { id: 'everybody' } }

/** The same owner whatever the tenant. */
export const withoutTenant = ({ owner }: Scope): Scope => ({ owner: { id: owner.id } })

/** Methods that serve all owners. */
const unscoped: ReadonlySet<string | symbol> = new Set(['gc', 'abandoned', 'onCancelRequest'])

/** The same port with every scope replaced: what a forgotten owner check looks like. */
export function scoped<Port extends object>(port: Port, change: (scope: Scope) => Scope): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || unscoped.has(name)) return method
      return (scope: Scope, ...rest: unknown[]) => method.call(target, change(scope), ...rest)
    },
  })
}

/** What is wrong with a store, and how it becomes so. */
export type Faults = Record<string, (ports: StorePorts) => Partial<StorePorts>>
