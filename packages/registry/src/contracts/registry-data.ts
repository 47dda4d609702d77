import type { Category, ComponentEntry, ComponentFlags } from './component-entry.ts'
import type { ComponentKit } from './component-kit.ts'
import type { ComponentText } from './component-text.ts'
import type { MetaTool } from './meta-tool.ts'
import type { StandaloneValidator } from './validator-types.ts'

/** Number of tokens (o200k) of a component's line in the catalogue, its signature, its schema and its example. */
export interface TokenCounts {
  readonly line: number
  readonly signature: number
  readonly schema: number
  readonly example: number
}

/** A set of components with all of their data. All functions of this package use the registry of the policy that they receive. */
export interface Registry {
  readonly version: string
  /** SHA-256 (hex) of all parts that models and front ends read. */
  readonly digest: string
  readonly categories: readonly Category[]
  /** In catalogue order, like all lists below. */
  readonly entries: readonly ComponentEntry[]
  readonly flags: ReadonlyMap<string, ComponentFlags>
  readonly kits: ReadonlyMap<string, ComponentKit>
  /** Validators for props written by a model, which may contain references. */
  readonly models: ReadonlyMap<string, StandaloneValidator>
  readonly signatures: ReadonlyMap<string, string>
  readonly lines: ReadonlyMap<string, string>
  readonly tokens: ReadonlyMap<string, TokenCounts>
  readonly texts: ReadonlyMap<string, ComponentText>
  readonly tools: readonly MetaTool[]
}

/** The components known to a policy. Missing parts are taken from the registry of this package. */
export type KnownComponents = Pick<Registry, 'flags'> & Partial<Registry>
