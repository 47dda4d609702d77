/** The scores of a run, each from 0 to 1. A score that does not apply to a run is absent. */
export const scoreNames = ['choice', 'shape', 'validity', 'references', 'restraint', 'figures', 'provenance'] as const
export type ScoreName = (typeof scoreNames)[number]

/** The weights of the scores in `total`, the weighted mean of those that apply. */
export const weights: Readonly<Record<ScoreName, number>> = { choice: 3, shape: 2, validity: 1, references: 1, restraint: 2, figures: 2, provenance: 1 }

/** What a run needed. Lower is better. */
export const measureNames = ['input_tokens', 'output_tokens', 'cost', 'ms', 'model_calls', 'repairs'] as const
export type MeasureName = (typeof measureNames)[number]
/** What each score means, for reports. */
export const scoreTitles: Readonly<Record<ScoreName | 'total', string>> = {
  total: 'weighted mean of the scores that apply',
  choice: 'grade of the component that was chosen',
  shape: 'props, columns and parts as expected',
  validity: 'requests that the registry accepted at once',
  references: 'data shown by reference where it is expected',
  restraint: 'nothing shown that should not be',
  figures: 'expected figures that are shown',
  provenance: 'figures that come from a result',
}
