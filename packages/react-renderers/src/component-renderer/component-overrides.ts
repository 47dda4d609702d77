import type { ComponentProps } from '@pf/registry'
import type { ComponentType } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'

/**
 * The app's own components by name, with props as defined by the registry. `Own` adds the components of an extended registry. While
 * `streaming`, required props may still be missing.
 */
export type ComponentOverrides<Own extends object = Record<never, never>> = {
  readonly [Name in keyof (ComponentProps & Own)]?: ComponentType<RendererProps<(ComponentProps & Own)[Name]>> | ComponentType<RendererProps>
}

/** The components that the provider accepts: names of the registry are checked against their props, other names accept any component. */
export type AnyComponents = ComponentOverrides & Readonly<Record<string, ComponentType<never> | undefined>>
