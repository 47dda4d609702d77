import type { Category, ComponentEntry, ComponentFlags } from './component-entry.ts'
import type { ComponentKit } from './component-kit.ts'
import type { ComponentText } from './component-text.ts'
import type { MetaTool } from './meta-tool.ts'
import type { StandaloneValidator } from './validator-types.ts'

/** Tokens (o200k) of a component: its line in the catalogue, its signature, its schema, its example. */
export interface TokenCounts {
  readonly line: number
  readonly signature: number
  readonly schema: number
  readonly example: number
}

/** All that is known of a set of components. A policy made with one makes every function of this package follow it. */
export interface Registry {
  readonly version: string
  /** SHA-256 (hex) of everything that models and front ends read. */
  readonly digest: string
  readonly categories: readonly Category[]
  /** In catalogue order, as all that follows. */
  readonly entries: readonly ComponentEntry[]
  readonly flags: ReadonlyMap<string, ComponentFlags>
  readonly kits: ReadonlyMap<string, ComponentKit>
  /** Checks of props as a model writes them, references included. */
  readonly models: ReadonlyMap<string, StandaloneValidator>
  readonly signatures: ReadonlyMap<string, string>
  readonly lines: ReadonlyMap<string, string>
  readonly tokens: ReadonlyMap<string, TokenCounts>
  readonly texts: ReadonlyMap<string, ComponentText>
  readonly tools: readonly MetaTool[]
}

/** What a policy knows of components; where a part is missing, that of this package holds. */
export type KnownComponents = Pick<Registry, 'flags'> & Partial<Registry>
