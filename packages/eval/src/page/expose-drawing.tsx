import '@pf/react-renderers/styles.css'
import type { JsonObject, JsonValue, RunClient } from '@pf/core'
import { type AnyComponents, ComponentRenderer, type ComponentState, PfProvider } from '@pf/react-renderers'
import { PfQuestionTool } from '@pf/react-renderers/copilotkit'
import { type ComponentKit, createPolicy, type Policy, type PolicyLimits, withKits } from '@pf/registry/browser'
import { createRoot, type Root } from 'react-dom/client'

/** What is drawn, as the browser receives it. */
export interface DrawRequest {
  component: string
  props: JsonObject
  title?: string
  question: boolean
  /** Width in pixels. */
  width: number
  /** The policy of the run, as far as a page needs it. */
  policy: { allowlist: readonly string[]; limits: PolicyLimits; urlHosts: readonly string[]; allowHtml: boolean }
  /** The rows behind the references in the props. */
  rows: readonly { artifact_id: string; path: string; items: readonly JsonValue[]; total: number }[]
}

/** What was drawn. */
export interface Drawn {
  /** Height in pixels. */
  height: number
  /** The text of the card that stands in place of the component, or of a component in it. */
  card?: string
  /** True if something was still loading when the time was up. */
  unfinished: boolean
}

/** The exports of a team's own module, as for `PfProvider`. */
export interface OwnModule {
  components?: AnyComponents
  kits?: readonly ComponentKit[]
}

const deadlineMs = 10_000
const stableMs = 300

/** Makes the page draw what `pf-eval` asks for, as JSON text, through the function `pfDraw` of the window. */
export function exposeDrawing({ components, kits = [] }: OwnModule): void {
  let root: Root | undefined
  const draw = async (text: string): Promise<Drawn> => {
    const request = JSON.parse(text) as DrawRequest
    root?.unmount()
    const box = document.createElement('main')
    // Paint containment clips the component, also where it is positioned outside of its box.
    box.style.cssText = `contain:layout paint;box-sizing:border-box;width:${request.width}px;padding:16px;background:var(--pf-surface-0);color:var(--pf-text-1);font-family:var(--pf-font)`
    document.body.style.margin = '0'
    document.body.replaceChildren(box)
    root = createRoot(box)
    root.render(
      <PfProvider client={clientOf(request)} policy={policyOf(request, kits)} locale="en" kits={kits} {...(components ? { components } : {})}>
        <Shown {...request} />
      </PfProvider>,
    )
    return settled(box)
  }
  Reflect.set(window, 'pfDraw', draw)
}

function Shown({ component, props, title, question }: DrawRequest) {
  if (question) return <PfQuestionTool component={component} toolCallId="a" args={props} respond={() => undefined} />
  const position: Omit<ComponentState, 'component' | 'props'> = { key: 'a', id: 'a', status: 'ready', message_id: 't:eval', seq: 0, ts: 0, version: 0 }
  return <ComponentRenderer component={{ ...position, component, props, ...(title === undefined ? {} : { title }) }} />
}

/** Returns the policy of the run without the components that this page does not have. */
function policyOf({ policy }: DrawRequest, kits: readonly ComponentKit[]): Policy {
  const registry = withKits(kits)
  return createPolicy({ ...policy, registry, allowlist: policy.allowlist.filter((name) => registry.flags.has(name)) })
}

/** Returns a client that has the given rows and no server. */
function clientOf({ rows }: DrawRequest): RunClient {
  const never = () => Promise.reject(new Error('There is no server behind this page.'))
  return {
    start: async function* () {},
    attach: async function* () {},
    answer: never,
    cancel: never,
    thread: never,
    upload: never,
    catalog: never,
    page: async (artifact_id, path, offset, limit) => {
      const found = rows.find((stored) => stored.artifact_id === artifact_id && stored.path === path)
      if (!found) return never()
      return { items: found.items.slice(offset, offset + limit), offset, total: found.total }
    },
  }
}

/** Waits until nothing is loading and the size has been the same for some time. */
async function settled(box: HTMLElement): Promise<Drawn> {
  await document.fonts.ready
  const end = performance.now() + deadlineMs
  let since = performance.now()
  let height = 0
  let isLoading = true
  while (performance.now() < end) {
    const now = box.getBoundingClientRect().height
    isLoading = box.querySelector('.pf-component') === null || box.querySelector('.pf-skeleton, [aria-busy="true"]') !== null
    if (isLoading || now !== height) {
      height = now
      since = performance.now()
    }
    if (performance.now() - since > stableMs) break
    await nextFrame()
  }
  await nextFrame()
  const card = box.querySelector('.pf-card-text')?.textContent
  return { height: Math.ceil(box.getBoundingClientRect().height), unfinished: isLoading, ...(card ? { card: card.slice(0, 300) } : {}) }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
