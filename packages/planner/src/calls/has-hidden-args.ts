import type { AnnouncedArgs } from './announced-args.ts'

/** Whether a call has values that the model may not see and that must not be returned as text. */
export function hasHiddenArgs({ args, shown, hidden }: Pick<AnnouncedArgs, 'args' | 'shown' | 'hidden'>): boolean {
  return hidden === true || (shown !== undefined && JSON.stringify(args) !== JSON.stringify(shown))
}
