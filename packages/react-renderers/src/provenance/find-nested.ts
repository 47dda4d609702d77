import { readCells } from '../renderers/grid/grid-cells.ts'
import { readSlots, type Slot } from '../renderers/slots/read-slots.ts'
import type { ComponentState } from '../store/model/types.ts'

/** Where the props of a nested component are: in which component of the turn, and at which location. */
export interface NestedPlace {
  component: string
  pointer: string
}

const maxNested = 2_000
const maxDepth = 12

/** A component with its props, their place, and the id that its renderer receives. */
interface Drawn extends NestedPlace {
  id: string
  name: string
  props: Readonly<Record<string, unknown>>
  depth: number
}

/** Maps the ids that the renderers of nested components receive to the places of their props. An id that is used twice leads nowhere. */
export function findNested(components: readonly Pick<ComponentState, 'id' | 'component' | 'props'>[]): ReadonlyMap<string, NestedPlace> {
  const found = new Map<string, NestedPlace>()
  const open: Drawn[] = components.map(({ id, component: name, props }) => ({ id, component: id, pointer: '', name, props, depth: 0 }))
  for (let next = open.pop(); next && found.size < maxNested; next = open.pop()) {
    for (const child of next.depth < maxDepth ? childrenOf(next) : []) {
      const isTaken = found.has(child.id) || components.some(({ id }) => id === child.id)
      // No component of a turn has an empty id, so nothing is found at this place.
      found.set(child.id, isTaken ? { component: '', pointer: '' } : { component: child.component, pointer: child.pointer })
      open.push(child)
    }
  }
  return found
}

function childrenOf(around: Drawn): Drawn[] {
  const { name, props } = around
  if (name === 'grid')
    return readCells(props.items, 1).map(({ key, index, component, props: own }) => childOf(around, key, { at: `/items/${index}`, component, props: own }))
  if (name === 'tabs') return slotsIn(around, readSlots(props.tabs), '/tabs')
  if (name === 'accordion') return slotsIn(around, readSlots(props.items), '/items')
  return name === 'report' ? inSections(around, props.sections, { path: '', at: '/sections', depth: 1 }) : []
}

function childOf({ id, component, pointer, depth }: Drawn, key: string, child: { at: string; component: string; props: Drawn['props'] }): Drawn {
  return { id: `${id}/${key}`, component, pointer: `${pointer}${child.at}/props`, name: child.component, props: child.props, depth: depth + 1 }
}

function slotsIn(around: Drawn, slots: readonly Slot[], at: string, path = ''): Drawn[] {
  return slots.flatMap(({ key, index, nested }) => (nested ? [childOf(around, path + key, { at: `${at}/${index}`, ...nested })] : []))
}

/** Returns the components in the sections of a report and in their subsections. */
function inSections(around: Drawn, sections: unknown, { path, at, depth }: { path: string; at: string; depth: number }): Drawn[] {
  if (depth > maxDepth) return []
  return readSlots(sections).flatMap(({ key, index, fields }) => {
    const own = { path: `${path}${key}/`, at: `${at}/${index}`, depth: depth + 1 }
    const inside = inSections(around, fields.subsections, { ...own, at: `${own.at}/subsections` })
    return [...slotsIn(around, readSlots(fields.components), `${own.at}/components`, own.path), ...inside]
  })
}
