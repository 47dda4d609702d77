import { isRecord } from '@pf/core'
import { allKits } from '../generated/kits.ts'
import { settle } from '../validate/settle.ts'
import { getComponent } from './list-components.ts'

/**
 * Where these props take references: the component's own data paths and, with their real indices, those of every component
 * nested in it. For artifacts' resolveReferences. Reads props as written, before any check; never throws for them.
 */
export function dataPathsOf(component: string, props: unknown): string[] {
  const paths: string[] = []
  collect(component, props, { prefix: '', depth: 0, paths })
  return paths
}

interface Collecting {
  prefix: string
  depth: number
  paths: string[]
}

function collect(component: unknown, props: unknown, { prefix, depth, paths }: Collecting) {
  const kit = allKits.find(({ name }) => name === component)
  if (!kit || depth > 16 || paths.length > 10_000) return
  paths.push(...(getComponent(kit.name)?.dataPaths ?? []).map((path) => prefix + path))
  settle(isRecord(props) ? props : {}, kit.shape, {
    slot: (slot, pointer) => {
      collect(slot.component, slot.props, { prefix: `${prefix}${pointer}/props`, depth: depth + 1, paths })
      return {}
    },
    host: () => false,
    url: () => {},
    data: (value) => value,
  })
}
