import { PfError } from '@pf/core'
import { nearest } from '../checks/nearest.ts'
import type { KnownComponents } from '../contracts/registry-data.ts'
import { componentFlags } from '../generated/component-flags.ts'
import { defaultLimits, hardLimits, type PolicyLimits } from './limits.ts'

const unsafe = /^allow-(?:same-origin|top-navigation.*|popups-to-escape-sandbox)$/i

/** Tokens of a sandbox attribute that would let a frame out of it. */
export const unsafeSandbox = (sandbox: string): string[] => sandbox.split(/\s+/).filter((token) => unsafe.test(token))

/** The host's decisions about components. Nothing in them comes from a model. */
export interface PolicyOptions {
  /** The components that exist, from `extendRegistry` or, in front ends, from `withKits`. Default: those of this package. */
  registry?: KnownComponents
  /**
   * Names of the enabled components. Default: all that are not opt-in. `html` runs scripts of a model in a sandboxed frame after the user has
   * activated it. A page cannot prevent that such a script uses processor time (in browsers without a process for each frame, that of the
   * page), holds the Tab key while the user is in the frame, or shows what looks like another page.
   */
  allowlist?: readonly string[]
  /** Names that are removed from the allowlist or from its default. */
  denylist?: readonly string[]
  limits?: Partial<PolicyLimits>
  /** Hosts that images, media and frames may load from; `*.example.org` matches subdomains. Default: none. */
  urlHosts?: readonly string[]
  /**
   * Value of the sandbox attribute for `html`, once the user has activated it. Tokens that would let a frame escape are refused. Default
   * `allow-scripts`. Scripts can reach WebRTC from a frame that they make themselves, in browsers without the `webrtc` directive of a
   * Content-Security-Policy: without `allow-scripts` nothing leaves the frame.
   */
  htmlSandbox?: string
  /** Whether markdown may contain raw HTML, which is sanitized. Default false. */
  allowHtml?: boolean
  /** Names of the components that the host can render. Default: all. */
  renderers?: readonly string[]
}

/** A validated, frozen policy: the enabled components and their limits. */
export interface Policy {
  allows(name: string): boolean
  /** Enabled components in catalogue order: the allowlist without the denylist, limited to what the host can render. */
  readonly allowlist: readonly string[]
  readonly limits: PolicyLimits
  readonly urlHosts: readonly string[]
  readonly htmlSandbox: string
  readonly allowHtml: boolean
  /** The registry that the policy was created for; undefined for the registry of this package. */
  readonly registry?: KnownComponents
}

/** Creates a policy. Throws PfError `invalid_config` that lists every unknown name, invalid limit and unsafe value. */
export function createPolicy(options: PolicyOptions = {}): Policy {
  try {
    return policyOf(options)
  } catch (cause) {
    if (cause instanceof PfError) throw cause
    throw new PfError('invalid_config', 'Component policy: an option is of another kind than it should be', { cause })
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
        return `${list} names "${String(name).slice(0, 40)}", which is no component${close ? ` (did you mean ${close}?)` : ''}`
      }),
  )
}

function limitFaults(limits: Partial<PolicyLimits>): string[] {
  return Object.entries(limits).flatMap(([name, value]) => {
    if (!Object.hasOwn(defaultLimits, name)) return [`limits.${name.slice(0, 40)} is no limit`]
    const max = hardLimits[name as keyof PolicyLimits]
    if (!Number.isSafeInteger(value) || value < 1) return [`limits.${name} must be a whole number from 1`]
    return max !== undefined && value > max ? [`limits.${name} must be at most ${max}`] : []
  })
}

function sandboxFaults(sandbox = ''): string[] {
  const bad = unsafeSandbox(sandbox)
  return bad.length > 0 ? [`htmlSandbox must not hold ${bad.join(', ')}`] : []
}

function hostFaults(hosts: readonly string[] = []): string[] {
  return hosts
    .filter((host) => !/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i.test(host))
    .map((host) => `urlHosts: "${String(host).slice(0, 40)}" is no host name`)
}
