import { setOwn } from '../json/records.ts'
import { TreeBuilder } from './tree-builder.ts'

type Container = unknown[] | Record<string, unknown>

/** The last snapshot of an open container. */
interface Shown {
  copy: Container
  /** The incomplete string at the end of the copy. */
  partial: string | undefined
  child: unknown
}

/**
 * A tree that can be read while it grows. A snapshot shares all closed containers with the tree and copies only the open ones. A part that
 * has not changed since the last snapshot is the same object in the next one, even after it is closed.
 */
export class SnapshotTree extends TreeBuilder {
  /** True if a key was read and its value has not started. */
  keyPending = false
  readonly #shown: (Shown | undefined)[] = []
  #last: unknown
  #changed = false

  override open(array: boolean): void {
    super.open(array)
    this.#shown.push(undefined)
  }

  override close(): void {
    const shown = this.#shown.pop()
    super.close()
    this.#changed = true
    const parent = this.#shown[this.#shown.length - 1]
    if (shown && shown.partial === undefined && shown.child === undefined) {
      this.#swap(shown.copy)
      if (parent) parent.child = undefined
    } else if (parent) this.#shown[this.#shown.length - 1] = undefined
  }

  override key(name: string): void {
    super.key(name)
    this.keyPending = true
  }

  override text(piece: string): void {
    super.text(piece)
    this.#changed = true
  }

  /** The value so far. Later input does not change the returned object. */
  snapshot(): unknown {
    if (!this.#changed) return this.#last
    this.#changed = false
    this.#last = this.stack.length === 0 ? (this.visibleText() ?? this.root) : this.#copyFrom(0)
    return this.#last
  }

  override add(value: unknown): void {
    const level = this.stack.length - 1
    const shown = this.#shown[level]
    if (shown !== undefined && !this.#isShown(shown, value)) this.#shown[level] = undefined
    super.add(value)
    this.keyPending = false
    this.#changed = true
  }

  /** True for a string that was already complete in the last snapshot, so that closing it changes nothing. */
  #isShown(shown: Shown, value: unknown): boolean {
    if (shown.partial === undefined || shown.partial !== value) return false
    shown.partial = undefined
    return true
  }

  /** Replaces a container by its last snapshot. */
  #swap(copy: Container): void {
    const parent = this.stack[this.stack.length - 1]
    if (parent === undefined) this.root = copy
    else place(parent, this.keys[this.keys.length - 1] ?? '', copy, true)
  }

  #copyFrom(level: number): Container {
    const innermost = level === this.stack.length - 1
    const child = innermost ? undefined : this.#copyFrom(level + 1)
    const partial = innermost ? this.visibleText() : undefined
    const shown = this.#shown[level]
    if (shown && shown.partial === partial && shown.child === child) return shown.copy
    const copy = this.#copyOf(level, child, partial)
    this.#shown[level] = { copy, partial, child }
    return copy
  }

  #copyOf(level: number, child: Container | undefined, partial: string | undefined): Container {
    const source = this.stack[level] ?? []
    const copy = Array.isArray(source) ? source.slice() : { ...source }
    if (child !== undefined) place(copy, this.keys[level] ?? '', child, true)
    else if (partial !== undefined) place(copy, this.keys[level] ?? '', partial, false)
    return copy
  }
}

function place(target: Container, key: string, value: unknown, replace: boolean): void {
  if (!Array.isArray(target)) setOwn(target, key, value)
  else if (replace) target[target.length - 1] = value
  else target.push(value)
}
