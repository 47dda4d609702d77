// The public entry @pf/react-renderers/provenance: where the figures of answers come from. Pages that do not show it do not load it.
export type { ConfidenceBadgeProps } from './parts/confidence-badge.tsx'
export { ConfidenceBadge } from './parts/confidence-badge.tsx'
export type { FigureSourcesProps } from './provenance/figure-sources.tsx'
export { FigureSources } from './provenance/figure-sources.tsx'
