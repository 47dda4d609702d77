// The public face of @pf/react-renderers/lab.
export type { ComponentLabProps } from './lab/component-lab.tsx'
export { ComponentLab } from './lab/component-lab.tsx'
