/** The reason for refusing an object. `deep`: it exceeds the depth limit or contains itself. `large`: it exceeds the size limit. */
export type BoundFault = 'deep' | 'large' | undefined

interface Frame {
  node: object
  items: unknown[]
  next: number
  height: number
  size: number
}

/**
 * Measures the nesting depth of data and the approximate number of bytes of its JSON text, without recursion. A part that is referenced
 * twice counts twice but is visited once, so data with shared parts is measured in linear time.
 */
export function checkBounds(root: object, maxDepth: number, maxBytes: number): BoundFault {
  const walk = new BoundsWalk(root)
  for (let top = walk.top; top !== undefined; top = walk.top) {
    if (walk.depth > maxDepth || top.height > maxDepth) return 'deep'
    if (top.size > maxBytes) return 'large'
    if (!walk.step(top)) return 'deep'
  }
  return undefined
}

class BoundsWalk {
  private readonly stack: Frame[]
  private readonly open: Set<object>
  private readonly done = new Map<object, Frame>()

  constructor(root: object) {
    this.stack = [frame(root)]
    this.open = new Set([root])
  }

  get top(): Frame | undefined {
    return this.stack[this.stack.length - 1]
  }

  get depth(): number {
    return this.stack.length
  }

  /** Visits the next item. Returns false if the item contains itself. */
  step(top: Frame): boolean {
    if (top.next === top.items.length) return this.leave(top)
    const item = top.items[top.next++]
    if (typeof item !== 'object' || item === null) top.size += leafSize(item)
    else if (this.open.has(item)) return false
    else this.enter(item, top)
    return true
  }

  private enter(item: object, top: Frame): void {
    const known = this.done.get(item)
    if (known) {
      add(top, known)
      return
    }
    this.stack.push(frame(item))
    this.open.add(item)
  }

  private leave(top: Frame): boolean {
    this.stack.pop()
    this.open.delete(top.node)
    this.done.set(top.node, { ...top, items: [] })
    if (this.top) add(this.top, top)
    return true
  }
}

function add(parent: Frame, child: Frame): void {
  parent.height = Math.max(parent.height, child.height + 1)
  parent.size += child.size + 2
}

function frame(node: object): Frame {
  const list = Array.isArray(node)
  const size = list ? 2 : Object.keys(node).reduce((sum, key) => sum + key.length + 4, 2)
  return { node, items: list ? node : Object.values(node), next: 0, height: 1, size }
}

function leafSize(value: unknown): number {
  return typeof value === 'string' ? value.length + 3 : 5
}
