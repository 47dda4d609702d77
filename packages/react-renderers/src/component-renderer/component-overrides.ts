import type { ComponentProps } from '@pf/registry'
import type { ComponentType } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'

/**
 * Components of the app's own by name, their props as the registry says; `Own` adds those of an extended registry. While `streaming`,
 * props that are required may still be missing.
 */
export type ComponentOverrides<Own extends object = Record<never, never>> = {
  readonly [Name in keyof (ComponentProps & Own)]?: ComponentType<RendererProps<(ComponentProps & Own)[Name]>> | ComponentType<RendererProps>
}

/** What the provider takes: names of the registry are checked against their props, other names take any component. */
export type AnyComponents = ComponentOverrides & Readonly<Record<string, ComponentType<never> | undefined>>
