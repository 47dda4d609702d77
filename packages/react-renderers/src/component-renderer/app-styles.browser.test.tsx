import { afterEach, expect, it, vi } from 'vitest'
import type { RendererProps } from '../context/renderer-props.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'
import { ComponentRenderer } from './component-renderer.tsx'

let page: Mounted | undefined
const style = document.createElement('style')
afterEach(() => {
  page?.unmount()
  style.remove()
})

const Card = ({ renderNested }: RendererProps) => (
  <div className="card">
    <p>Of the page</p>
    {renderNested({ id: 'inner', component: 'metric', props: { value: 3, label: 'Nested' } })}
  </div>
)

it('leaves a component of the page its own rules, and what is ours inside of it none of them', async () => {
  // Inserted before the stylesheet of this package, so that rules of equal specificity lose.
  style.textContent = 'p { margin: 7px; letter-spacing: 2px; line-height: 3 } .card { padding: 9px }'
  document.head.prepend(style)
  page = mount(
    <PfProvider client={noClient()} components={{ callout: Card }}>
      <ComponentRenderer component={stateOf('callout', { content: 'x' })} />
      <ComponentRenderer component={stateOf('metric', { value: 3, label: 'Alone' }, { key: 'b', id: 'b' })} />
    </PfProvider>,
  )
  const { box } = page
  await vi.waitFor(() => expect(box.querySelectorAll('.pf-metric-label')).toHaveLength(2))
  const readStyles = (element: Element | null | undefined) => {
    const { marginTop, letterSpacing, lineHeight, padding } = getComputedStyle(element as Element)
    return { marginTop, letterSpacing, lineHeight, padding }
  }
  expect(readStyles(box.querySelector('.card'))).toMatchObject({ padding: '9px' })
  expect(readStyles(box.querySelector('.card > p'))).toMatchObject({ marginTop: '7px', letterSpacing: '2px' })
  const [nested, alone] = box.querySelectorAll('.pf-metric-label')
  expect(readStyles(nested)).toEqual(readStyles(alone))
  expect(readStyles(alone)).toMatchObject({ letterSpacing: 'normal', marginTop: '0px' })
})
