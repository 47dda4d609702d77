import { isRecord } from '@pf/core/internal'
import { attempt } from '../checks/attempt.ts'
import { allKits } from '../kits/all-kits.ts'
import type { Policy } from '../policy/policy.ts'
import { applyDefaults } from '../validate/apply-defaults.ts'
import { getComponent } from './list-components.ts'

/**
 * Returns the locations at which these props accept references: the component's own data paths and, with their actual indices, those of
 * every nested component. Used with resolveReferences of @pf/artifacts. Reads unvalidated props and never throws for them.
 */
export function dataPathsOf(component: string, props: unknown, policy?: Policy): string[] {
  const paths: string[] = []
  attempt(() => collect(component, props, { prefix: '', depth: 0, paths, policy }), undefined)
  return paths
}

interface Collecting {
  prefix: string
  depth: number
  paths: string[]
  policy: Policy | undefined
}

function collect(component: unknown, props: unknown, { prefix, depth, paths, policy }: Collecting) {
  const kit = policy?.registry?.kits ? policy.registry.kits.get(typeof component === 'string' ? component : '') : allKits.find(({ name }) => name === component)
  if (!kit || depth > 16 || paths.length > 10_000) return
  paths.push(...(getComponent(kit.name, policy)?.dataPaths ?? []).map((path) => prefix + path))
  applyDefaults(isRecord(props) ? props : {}, kit.shape, {
    slot: (slot, pointer) => {
      collect(slot.component, slot.props, { prefix: `${prefix}${pointer}/props`, depth: depth + 1, paths, policy })
      return {}
    },
    host: () => false,
    url: () => {},
    data: (value) => value,
  })
}
