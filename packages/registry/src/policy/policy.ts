import { PfError } from '@pf/core'
import { nearest } from '../checks/nearest.ts'
import type { KnownComponents } from '../contracts/registry-data.ts'
import { componentFlags } from '../generated/component-flags.ts'
import { defaultLimits, hardLimits, type PolicyLimits } from './limits.ts'

const unsafe = /^allow-(?:same-origin|top-navigation.*|popups-to-escape-sandbox)$/i

/** Returns the tokens of a sandbox attribute that would allow a frame to escape. */
export const unsafeSandbox = (sandbox: string): string[] => sandbox.split(/\s+/).filter((token) => unsafe.test(token))

/** Decisions of the host about components. None of them depends on a model. */
export interface PolicyOptions {
  /** The existing components, from `extendRegistry` or, in front ends, from `withKits`. Defaults to those of this package. */
  registry?: KnownComponents
  /**
   * Names of the enabled components. Defaults to all components that are not opt-in. `html` runs scripts written by a model in a sandboxed
   * frame after the user has activated it. A page cannot prevent such a script from using processor time (of the page itself, in browsers
   * without a separate process for each frame), from keeping the Tab key while the focus is in the frame, or from imitating another page.
   */
  allowlist?: readonly string[]
  /** Names that are removed from the allowlist or from its default. */
  denylist?: readonly string[]
  limits?: Partial<PolicyLimits>
  /** Hosts from which images, media and frames may be loaded; `*.example.org` matches subdomains. Default: none. */
  urlHosts?: readonly string[]
  /**
   * Value of the sandbox attribute for `html`, after the user has activated it. Tokens that would allow a frame to escape are refused.
   * Default `allow-scripts`. In browsers without the `webrtc` directive of Content-Security-Policy, scripts can use WebRTC through a frame
   * that they create themselves; without `allow-scripts`, no data can leave the frame.
   */
  htmlSandbox?: string
  /** True if markdown may contain raw HTML, which is sanitized. Default false. */
  allowHtml?: boolean
  /** Names of the components that the host can render. Default: all. */
  renderers?: readonly string[]
}

/** A validated, frozen policy: the enabled components and their limits. */
export interface Policy {
  allows(name: string): boolean
  /** Names of the enabled components in catalogue order: the allowlist without the denylist, limited to what the host can render. */
  readonly allowlist: readonly string[]
  readonly limits: PolicyLimits
  readonly urlHosts: readonly string[]
  readonly htmlSandbox: string
  readonly allowHtml: boolean
  /** The registry of the policy; undefined for the registry of this package. */
  readonly registry?: KnownComponents
}

/** Creates a policy. Throws PfError `invalid_config`, which lists every unknown name, invalid limit and unsafe value. */
export function createPolicy(options: PolicyOptions = {}): Policy {
  try {
    return policyOf(options)
  } catch (cause) {
    if (cause instanceof PfError) throw cause
    throw new PfError('invalid_config', 'Component policy: an option has the wrong type', { cause })
  }
}

function policyOf(options: PolicyOptions): Policy {
  const { registry } = options
  const flags = registry?.flags ?? componentFlags
  const faults = [...nameFaults(options, flags), ...limitFaults(options.limits ?? {}), ...sandboxFaults(options.htmlSandbox), ...hostFaults(options.urlHosts)]
  if (faults.length > 0) throw new PfError('invalid_config', `Component policy: ${faults.join('; ')}`.slice(0, 1000), { fields: { faults } })
  const enabled = enabledNames(options, flags)
  return Object.freeze({
    allows: (name: string) => enabled.has(name),
    allowlist: Object.freeze([...enabled]),
    limits: Object.freeze({ ...defaultLimits, ...options.limits }),
    urlHosts: Object.freeze((options.urlHosts ?? []).map((host) => host.toLowerCase())),
    htmlSandbox: options.htmlSandbox ?? 'allow-scripts',
    allowHtml: options.allowHtml === true,
    ...(registry && { registry }),
  })
}

type Flags = KnownComponents['flags']

function enabledNames({ allowlist, denylist = [], renderers }: PolicyOptions, flags: Flags): Set<string> {
  const names = [...flags].filter(([name, flags]) => (allowlist ? allowlist.includes(name) : !flags.optIn)).map(([name]) => name)
  return new Set(names.filter((name) => !denylist.includes(name) && (renderers?.includes(name) ?? true)))
}

function nameFaults({ allowlist = [], denylist = [], renderers = [] }: PolicyOptions, flags: Flags): string[] {
  return Object.entries({ allowlist, denylist, renderers }).flatMap(([list, names]) =>
    names
      .filter((name) => !flags.has(name))
      .map((name) => {
        const close = nearest(name, [...flags.keys()])
        return `${list} names "${String(name).slice(0, 40)}", which is not a component${close ? ` (did you mean ${close}?)` : ''}`
      }),
  )
}

function limitFaults(limits: Partial<PolicyLimits>): string[] {
  return Object.entries(limits).flatMap(([name, value]) => {
    if (!Object.hasOwn(defaultLimits, name)) return [`limits.${name.slice(0, 40)} is not a limit`]
    const max = hardLimits[name as keyof PolicyLimits]
    if (!Number.isSafeInteger(value) || value < 1) return [`limits.${name} must be an integer of at least 1`]
    return max !== undefined && value > max ? [`limits.${name} must be at most ${max}`] : []
  })
}

function sandboxFaults(sandbox = ''): string[] {
  const bad = unsafeSandbox(sandbox)
  return bad.length > 0 ? [`htmlSandbox must not contain ${bad.join(', ')}`] : []
}

function hostFaults(hosts: readonly string[] = []): string[] {
  return hosts
    .filter((host) => !/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i.test(host))
    .map((host) => `urlHosts: "${String(host).slice(0, 40)}" is not a host name`)
}
