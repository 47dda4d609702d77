import { createPreview, type PreviewRules, type PreviewView } from '../store/model/preview.ts'

/** Shows a payload as it would look while its arguments arrive. */
export interface StreamPlay {
  /** What can be shown once `cut` characters are there; undefined: nothing yet. Going back begins anew. */
  at(cut: number): PreviewView | undefined
}

interface StreamPlayOptions {
  rules: PreviewRules
  /** The component whose props the arguments are, as for the tools that ask; without it they name one themselves. */
  component?: string | undefined
  /** Told when rules came that no delta brought. */
  onChange?: () => void
}

/** Makes a play of arguments; they pass through the reader and the rules of the store. */
export function createStreamPlay(args: string, { rules, component, onChange }: StreamPlayOptions): StreamPlay {
  const begin = () => createPreview(rules, { component, ...(onChange ? { onChange } : {}) })
  let preview = begin()
  let fed = 0
  return {
    at(cut) {
      if (cut < fed) {
        preview = begin()
        fed = 0
      }
      if (cut > fed) preview.feed(args.slice(fed, cut))
      fed = cut
      return preview.view()
    },
  }
}
