import { createPartialJson, type JsonObject, PfError } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { createElement, type ReactNode, Suspense } from 'react'
import { expect, vi } from 'vitest'
import { ComponentBoundary } from '../component-renderer/component-boundary.tsx'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { defaultRenderers } from '../component-renderer/renderer-table.ts'
import { PfQuestionTool } from '../copilotkit.ts'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { asked } from './form.tsx'
import { type Mounted, mount, noClient, stateOf } from './mount.tsx'

const policy = createPolicy({ allowlist: [...builtInComponents], renderers: [...builtInComponents], urlHosts: [], allowHtml: true })
const client = noClient()
const kits = createComponentKitStore()

/** Renders a component through all checks that precede the renderer in an app. */
export const guarded = (component: string, props: JsonObject): ReactNode =>
  getComponent(component)?.interactive ? (
    <PfQuestionTool component={component} toolCallId="q" args={props} respond={() => {}} />
  ) : (
    <ComponentRenderer component={stateOf(component, props)} />
  )

/** Renders only the renderer of a component, as if validation had accepted all props. */
export function bare(component: string, props: JsonObject): ReactNode {
  const renderer = defaultRenderers.get(component)
  if (!renderer) throw new Error(component)
  const renderNested = (nested: { component: string; props: JsonObject }) => <ComponentRenderer component={stateOf(nested.component, nested.props)} />
  return (
    <ComponentBoundary resetKey={component} onError={undefined} fallback={<p className="pf-card">contained</p>}>
      <Suspense fallback={<p className="pf-skeleton">…</p>}>
        {createElement(renderer, { props, id: 'a', streaming: false, renderNested, interaction: asked() })}
      </Suspense>
    </ComponentBoundary>
  )
}

const page = (content: ReactNode) => (
  <PfProvider client={client} policy={policy}>
    {content}
  </PfProvider>
)

export const frame = () => new Promise(requestAnimationFrame)

/** A component that is still loading after this time waits for data that hostile props do not contain. */
const LONGEST_WAIT_MS = 5_000

async function waitUntilStill({ box }: Mounted): Promise<void> {
  await vi.waitFor(() => expect(box.firstElementChild).not.toBeNull(), 20_000)
  const until = performance.now() + LONGEST_WAIT_MS
  while (box.querySelector('.pf-skeleton:not(.pf-report-figure *)') && performance.now() < until) await frame()
  for (let at = 0; at < 3; at++) await frame()
}

/** Renders a component and waits until it is complete. */
export async function draw(content: ReactNode): Promise<Mounted> {
  const mounted = mount(page(content))
  await waitUntilStill(mounted)
  return mounted
}

const STREAM_STEPS = 12

/** Renders a component while its props arrive in pieces. `afterStep` runs after each piece. */
export async function stream(component: string, props: JsonObject, afterStep?: () => Promise<void>): Promise<Mounted> {
  await kits.load([component])
  const rules = registryRules(kits, policy)
  const parser = createPartialJson()
  const text = JSON.stringify(props)
  const state = (now: JsonObject | undefined, status: 'skeleton' | 'streaming' | 'ready') => (
    <ComponentRenderer component={stateOf(component, now ?? {}, { status: now ? status : 'skeleton' })} />
  )
  const mounted = mount(page(state(undefined, 'skeleton')))
  const step = Math.max(20, Math.ceil(text.length / STREAM_STEPS))
  for (let at = 0; at < text.length; at += step) {
    try {
      parser.feed(text.slice(at, at + step))
    } catch (error) {
      expect(error).toBeInstanceOf(PfError)
      return mounted
    }
    mounted.render(
      page(
        state(
          rules.prefix(component, parser.value, (pointer) => parser.pathState(pointer)),
          'streaming',
        ),
      ),
    )
    await frame()
    await afterStep?.()
  }
  mounted.render(page(state(props, 'ready')))
  await waitUntilStill(mounted)
  return mounted
}

/** Moves a pointer over what is drawn, at these shares of its width and height, so that tooltips and labels of charts appear. */
export async function hover(box: HTMLElement, shares: readonly number[] = [0.25, 0.5, 0.75]): Promise<void> {
  for (const target of box.querySelectorAll('canvas, .nsewdrag, .pielayer path')) {
    const { left, top, width, height } = target.getBoundingClientRect()
    for (const share of shares) {
      const at = { clientX: left + share * width, clientY: top + share * height, bubbles: true }
      for (const type of ['mouseover', 'mousemove']) target.dispatchEvent(new MouseEvent(type, at))
      await frame()
    }
  }
}
