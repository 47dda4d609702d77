/** Sizes of the component prompts of other packages, measured in tokens (o200k) on their published versions. For comparison only. */
export const peers: readonly (readonly [name: string, components: number, tokens: number])[] = [
  ['json-render 0.19', 20, 4643],
  ['json-render 0.19', 36, 6013],
  ['json-render with 21 components like these', 21, 5858],
  ['OpenUI library', 54, 5107],
  ['OpenUI chat', 58, 4633],
  ['A2UI 0.9 basic catalogue', 18, 9519],
  ['A2UI 1.0 catalogue', 18, 7141],
  ['assistant-ui', 27, 4317],
  ['the prompt generator that this one replaced', 21, 3597],
]
