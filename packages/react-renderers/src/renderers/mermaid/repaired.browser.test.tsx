import { createPolicy } from '@pf/registry/browser'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PfProvider } from '../../provider/pf-provider.tsx'
import { type Mounted, mount, mountComponent, noClient } from '../../test-support/mount.tsx'
import { MarkdownText } from '../markdown/markdown-text.tsx'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

const DRAWN = '.pf-mermaid-view img'
const settled = (box: HTMLElement) => vi.waitFor(() => expect(box.querySelector(`${DRAWN}, .pf-card`)).not.toBeNull(), 20_000)

describe('a diagram as models write it', () => {
  it.each([
    'graph TD\n A[Provisioner (Terraform)] --> B',
    'flowchart LR\n A(Call f(x)) --> B{Is a[0] > 1?} -->|yes (ok)| C["say "hi" now"]\n C -- text (x) --> D[/api/users]\n subgraph Build (CI)\n D --> E[(Database)]\n end',
    '```mermaid\ngraph TD\n A --> B\n```',
    'mindmap\n  root((Main))\n    Foo (bar)\n    Plain',
    'pie title P\n  Dogs (big) : 38%\n  "Cats" : 4',
  ])('is drawn: %j', async (code) => {
    mounted = mountComponent('mermaid', { code })
    await settled(mounted.box)
    expect(mounted.box.querySelector(DRAWN)).not.toBeNull()
  })
})

describe('a block of Mermaid text in an answer', () => {
  const text = 'Before\n\n```mermaid\ngraph TD\n A[One (1)] --> B\n```\n\nAfter'
  const answer = (shown: string, streaming: boolean, policy?: ReturnType<typeof createPolicy>) => (
    <PfProvider client={noClient()} {...(policy && { policy })}>
      <MarkdownText text={shown} streaming={streaming} />
    </PfProvider>
  )

  it('is drawn once it is complete, and source until then', async () => {
    mounted = mount(answer(text.slice(0, 40), true))
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelector('pre')).not.toBeNull())
    expect(box.querySelector('[data-component]')).toBeNull()
    mounted.render(answer(text, true))
    await settled(box)
    expect([box.querySelector(DRAWN) !== null, box.textContent?.includes('After')]).toEqual([true, true])
  })

  it('stays source where the page does not allow diagrams', async () => {
    mounted = mount(answer(text, false, createPolicy({ renderers: ['markdown'] })))
    await vi.waitFor(() => expect(mounted?.box.querySelector('pre')?.textContent).toContain('One (1)'))
    expect(mounted.box.querySelector('[data-component]')).toBeNull()
  })
})
