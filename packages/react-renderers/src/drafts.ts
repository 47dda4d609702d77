// The public entry @pf/react-renderers/drafts.
export type { DraftController } from './drafts/create-draft-controller.ts'
export { createDraftController } from './drafts/create-draft-controller.ts'
export type { DraftPanelsProps } from './drafts/draft-panels.tsx'
export { DraftPanels } from './drafts/draft-panels.tsx'
export type { DraftFault, DraftPhase, DraftState } from './drafts/draft-state.ts'
export type { DraftHandle } from './drafts/use-draft.ts'
export { useDraft } from './drafts/use-draft.ts'
