import { expect, it } from 'vitest'
import { findNested } from './find-nested.ts'

const metric = (more: object = {}) => ({ component: 'metric', props: {}, ...more })
const nestedIn = (component: string, props: object, id = 'a') => Object.fromEntries(findNested([{ id, component, props: props as never }]))

it('finds the props of nested components by the ids of their renderers', () => {
  const place = (pointer: string) => ({ component: 'a', pointer })
  expect(nestedIn('grid', { items: [metric(), 7, metric({ id: 'x' })] })).toEqual({
    'a/at 0': place('/items/0/props'),
    'a/id x': place('/items/2/props'),
  })
  expect(nestedIn('tabs', { tabs: [{ content: 'text' }, metric()] })).toEqual({ 'a/at 1': place('/tabs/1/props') })
  expect(nestedIn('accordion', { items: [metric()] })).toEqual({ 'a/at 0': place('/items/0/props') })
  const report = { sections: [{ components: [metric()], subsections: [{ id: 's', components: [metric({ id: 'm' })] }] }] }
  expect(nestedIn('report', report)).toEqual({
    'a/at 0/at 0': place('/sections/0/components/0/props'),
    'a/at 0/id s/id m': place('/sections/0/subsections/0/components/0/props'),
  })
})

it('finds those in layouts in layouts', () => {
  const inner = { component: 'grid', props: { items: [metric()] } }
  expect(nestedIn('tabs', { tabs: [inner] })).toMatchObject({ 'a/at 0/at 0': { component: 'a', pointer: '/tabs/0/props/items/0/props' } })
})

it('leads nowhere for an id that two components have', () => {
  expect(nestedIn('grid', { items: [metric({ id: 'x' }), metric({ id: 'x' })] })).toEqual({ 'a/id x': { component: '', pointer: '' } })
  const taken = findNested([
    { id: 'a', component: 'grid', props: { items: [metric()] } },
    { id: 'a/at 0', component: 'metric', props: {} },
  ])
  expect(taken.get('a/at 0')).toEqual({ component: '', pointer: '' })
})

it.each(['grid', 'tabs', 'accordion', 'report', '__proto__'])('is limited for %s of endless depth and size', (component) => {
  let props: Record<string, unknown> = {}
  for (let depth = 0; depth < 200; depth++) {
    const list = Array.from({ length: 3 }, () => ({ component, props }))
    props = { items: list, tabs: list, sections: [{ components: list }] }
  }
  expect(findNested([{ id: 'a', component, props: props as never }]).size).toBeLessThan(2_300)
  for (const list of [null, 5, 'text', { length: 5 }]) expect(nestedIn(component, { items: list, tabs: list, sections: list })).toEqual({})
})
