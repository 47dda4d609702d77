import { describe, expect, it } from 'vitest'
import type { Shape } from '../contracts/shape.ts'
import { applyDefaults, type PropsVisitor } from './apply-defaults.ts'

const quiet: PropsVisitor = { slot: (slot) => slot.props, host: (_, value) => value as never, url: () => {}, data: (value) => value }

describe('applyDefaults', () => {
  const shape: Shape[] = [{ props: { a: 1, list: 2, free: 3 } }, { default: 'x' }, { each: 4 }, { rest: 4 }, { props: { a: 1, link: 5 } }, { url: 'link' }]

  it('shares every part in which nothing changes', () => {
    const plain: Shape[] = [{ props: { rows: 1 } }, { each: 2 }, {}]
    const props = { rows: [{ a: 1 }] }
    expect(applyDefaults(props, plain, quiet)).toBe(props)
  })

  it('shares lists and records in which something could have changed and did not', () => {
    const links: Shape[] = [{ props: { list: 1, link: 3 } }, { each: 2 }, { props: { link: 3 } }, { url: 'link' }]
    const props = { list: [{ link: 'u' }, { link: 'u' }], link: 'v' }
    expect(applyDefaults(props, links, quiet)).toBe(props)
  })

  it('keeps the items around one that it completes', () => {
    expect(applyDefaults({ list: [5, {}, { a: 2 }, 6] }, shape, quiet)).toStrictEqual({ a: 'x', list: [5, { a: 'x' }, { a: 2 }, 6] })
  })

  it('does not complete a named property as one that is not named', () => {
    const named: Shape[] = [{ props: { plain: 1 }, rest: 2 }, {}, { props: { a: 3 } }, { default: 'x' }]
    expect(applyDefaults({ plain: {}, other: {} }, named, quiet)).toStrictEqual({ plain: {}, other: { a: 'x' } })
  })

  it('fills gaps in lists and in properties that are not named', () => {
    expect(applyDefaults({ list: [{}, { a: 1 }], free: { k: {} } }, shape, quiet)).toEqual({ a: 'x', list: [{ a: 'x' }, { a: 1 }], free: { k: { a: 'x' } } })
  })

  it('reports addresses with escaped pointers', () => {
    const seen: string[] = []
    applyDefaults({ list: [{ link: 'u' }], free: { 'a/b': { link: 'v' } } }, shape, {
      ...quiet,
      url: (text, use, pointer) => seen.push(`${text} ${use} ${pointer}`),
    })
    expect(seen).toEqual(['u link /list/0/link', 'v link /free/a~1b/link'])
  })

  it('takes out a nested component that is refused, and all that follow it in its list', () => {
    const slots: Shape[] = [{ props: { items: 1, one: 2 } }, { each: 2 }, { slot: 'required' }]
    const props = { items: [{ component: 'ok', props: 1 }, { component: 'no' }, { component: 'ok', props: 2 }], one: { component: 'no' } }
    const visitor: PropsVisitor = { ...quiet, slot: (slot) => (slot.component === 'ok' ? slot.props : undefined) }
    expect(applyDefaults(props, slots, visitor)).toEqual({ items: [{ component: 'ok', props: 1 }] })
  })

  it('takes out what follows a refused component and keeps what it completed before', () => {
    const slots: Shape[] = [{ props: { items: 1 } }, { each: 2 }, { slot: 'required', props: { a: 3 } }, { default: 'x' }]
    const visitor: PropsVisitor = { ...quiet, slot: (slot) => (slot.component === 'ok' ? 1 : undefined) }
    const items = [{ component: 'ok' }, { component: 'no' }, { component: 'ok' }]
    expect(applyDefaults({ items }, slots, visitor)).toStrictEqual({ items: [{ a: 'x', component: 'ok', props: 1 }] })
  })

  it('reports ids that are text, and needs nobody who wants to know', () => {
    const seen: string[] = []
    const ids: Shape[] = [{ props: { list: 1 } }, { each: 2 }, { props: { id: 3, name: 4 } }, { id: true }, { url: 'link' }]
    const props = { list: [{ id: 'a', name: 'b' }, { id: 5 }] }
    applyDefaults(props, ids, { ...quiet, id: (text, pointer) => seen.push(`${text} ${pointer}`) })
    expect(seen).toEqual(['a /list/0/id'])
    expect(applyDefaults(props, ids, quiet)).toBe(props)
  })

  it('asks for no data that is not there, and leaves no key where it takes data out', () => {
    const data: Shape[] = [{ props: { rows: 1, more: 1 } }, { data: true }]
    const asked: string[] = []
    const visitor: PropsVisitor = {
      ...quiet,
      data: (_, pointer) => {
        asked.push(pointer)
        return undefined
      },
    }
    expect(applyDefaults({ rows: [] }, data, visitor)).toStrictEqual({})
    expect(asked).toEqual(['/rows'])
  })

  it('lets data be replaced or taken out', () => {
    const shape: Shape[] = [{ props: { rows: 1, more: 1 } }, { data: true, each: 2 }, { props: { a: 3 } }, { default: 'x' }]
    const visitor: PropsVisitor = { ...quiet, data: (value, pointer) => (pointer === '/more' ? undefined : value) }
    expect(applyDefaults({ rows: [{}], more: [{}] }, shape, visitor)).toEqual({ rows: [{ a: 'x' }] })
  })

  it('leaves values of an unexpected type alone', () => {
    expect(applyDefaults({ list: 'no list', free: [1] }, shape, quiet)).toEqual({ a: 'x', list: 'no list', free: [1] })
    expect(applyDefaults('text', shape, quiet)).toBe('text')
  })
})
