import { pfPackage } from '../../tooling/tsup.ts'
import { oneFileParts } from './scripts/one-file-parts.ts'

export default pfPackage(
  oneFileParts('src/index.ts', {
    /** Events to turns, and the rules of components; without React. */
    store: ['src/conversation/create-component-store.ts'],
    /** The messages of a conversation: a run sends them, and so may a server. Without React. */
    messages: ['src/conversation/to-messages.ts'],
    /** What a page needs before its first answer, and what every renderer uses of it. */
    shell: ['src/provider/pf-provider.tsx', 'src/component-renderer/component-renderer.tsx', 'src/renderers/markdown/markdown-text.tsx'],
    /** Reading runs and sending answers: comes with `useRun` or the first question. */
    run: ['src/run/controllers.ts', 'src/hooks/use-store-interaction.ts'],
  }),
)
