import { type Strategy, strategies } from '../../shared/settings.ts'

const labels = {
  react: { label: 'Step by step', hint: 'The model looks at each result before it decides what comes next.' },
  plan: { label: 'Plan first', hint: 'The model plans all calls at once, they run without it, then it answers: two model calls.' },
} satisfies Record<Strategy, { label: string; hint: string }>

export interface StrategySwitchProps {
  strategy: Strategy
  /** True while a run or a question is open, because it must finish with the strategy that it started with. */
  locked: boolean
  onChoose(strategy: Strategy): void
}

/** Selects the strategy for the next question. */
export function StrategySwitch({ strategy, locked, onChoose }: StrategySwitchProps) {
  return (
    <fieldset className="strategy" disabled={locked}>
      <legend className="visually-hidden">How to work on the question</legend>
      {strategies.map((each) => (
        <label key={each} className="strategy__choice" title={labels[each].hint}>
          <input className="visually-hidden" type="radio" name="strategy" value={each} checked={each === strategy} onChange={() => onChoose(each)} />
          {labels[each].label}
        </label>
      ))}
    </fieldset>
  )
}
