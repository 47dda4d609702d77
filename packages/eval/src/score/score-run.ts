import type { AcceptableChoice, Brief, Mistake } from '../briefs/brief.ts'
import type { Observation, ShownComponent } from '../observe/observation.ts'
import { type ScoreName, scoreNames, weights } from '../result/score-names.ts'
import { describeCheck, matchesText, meetsCheck } from './check-props.ts'
import { partsOf, referencesIn } from './parts-of.ts'
import { missingColumns } from './shows-columns.ts'
import { showsFigure } from './shows-figure.ts'

/** The scores of a run, and why points were lost. */
export interface RunScores {
  scores: Partial<Record<ScoreName, number>>
  total: number
  notes: string[]
}

const maxNotes = 60

/** Scores what a run showed against a brief. Pure. A run without an answer or a question has 0 for every score that the brief needs. */
export function scoreRun(brief: Brief, observation: Observation): RunScores {
  const notes: string[] = []
  const note = (text: string) => notes.length < maxNotes && notes.push(text.slice(0, 400))
  const ended = observation.finish === 'answer' || observation.finish === 'paused'
  if (!ended) note(`The run ended with ${observation.finish}${observation.error ? ` (${observation.error.code})` : ''} instead of an answer.`)
  const best = ended ? bestMatch(brief, observation, note) : { choice: 0 }
  const all: Record<ScoreName, number | undefined> = {
    choice: best.choice,
    shape: best.shape,
    validity: validityOf(observation, note),
    references: ended ? referencesOf(brief, observation, note) : undefined,
    restraint: ended ? restraintOf(brief, observation, note) : 0,
    figures: figuresOf(brief, observation, note),
    provenance: provenanceOf(observation, note),
  }
  const scores = Object.fromEntries(scoreNames.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))) as RunScores['scores']
  return { scores, total: totalOf(scores), notes }
}

type Note = (text: string) => void

/** Returns the weighted mean of the scores that apply. */
function totalOf(scores: RunScores['scores']): number {
  const used = scoreNames.flatMap((name) => (scores[name] === undefined ? [] : [{ score: scores[name], weight: weights[name] }]))
  const weight = used.reduce((sum, { weight }) => sum + weight, 0)
  return weight === 0 ? 0 : used.reduce((sum, { score, weight }) => sum + score * weight, 0) / weight
}

/** Finds the pair of a shown component and an acceptable choice with the best grade and, for the same grade, the best shape. */
function bestMatch(brief: Brief, { shown }: Observation, note: Note): { choice: number; shape?: number } {
  const { components, none } = brief.expect
  if (shown.length === 0) {
    if (none === 0) note(`Nothing was shown. Expected: ${components.map(({ component }) => component).join(' or ')}.`)
    return { choice: none }
  }
  const matches = shown.flatMap((component) =>
    components.filter((wanted) => wanted.component === component.component).map((wanted) => ({ choice: wanted.grade, ...shapeOf(component, wanted, brief) })),
  )
  const best = matches.sort((a, b) => b.choice - a.choice || (b.shape ?? 1) - (a.shape ?? 1))[0]
  if (!best) {
    const names = shown.map(({ component }) => component).join(', ')
    note(`Shown: ${names}. Expected: ${components.map(({ component }) => component).join(' or ') || 'no component'}.`)
    return { choice: 0 }
  }
  for (const fault of best.faults) note(fault)
  return best.shape === undefined ? { choice: best.choice } : { choice: best.choice, shape: best.shape }
}

/** Returns the share of the conditions of a choice that a component meets; no score without conditions. */
function shapeOf(component: ShownComponent, wanted: AcceptableChoice, brief: Brief): { shape?: number; faults: string[] } {
  const failed = wanted.checks.filter((check) => !meetsCheck(component.props, check) && !meetsCheck(component.written, check))
  const columns = missingColumns(wanted.columns, component.written, brief)
  const parts = partsOf(component.component, component.props).slice(1)
  const missing = wanted.contains.filter(({ component: name, min }) => parts.filter((part) => part.component === name).length < min)
  const conditions = wanted.checks.length + wanted.columns.length + wanted.contains.length
  const faults = [
    ...failed.map((check) => `${component.component}: expected ${describeCheck(check)}`),
    ...columns.map((column) => `${component.component}: the column ${column} is not shown`),
    ...missing.map(({ component: name, min }) => `${component.component}: it contains fewer than ${min} ${name}`),
  ]
  return conditions === 0 ? { faults } : { shape: (conditions - faults.length) / conditions, faults }
}

function validityOf({ shown, rejected }: Observation, note: Note): number | undefined {
  const requests = shown.length + rejected.length
  for (const { component, codes } of rejected) note(`A request for ${component} was refused: ${codes.join(', ')}.`)
  return requests === 0 ? undefined : shown.length / requests
}

function referencesOf(brief: Brief, { shown }: Observation, note: Note): number | undefined {
  if (brief.expect.references !== 'required') return undefined
  const wanted = shown.filter(({ component }) => brief.expect.components.some((choice) => choice.component === component))
  if (wanted.length === 0) return undefined
  const without = wanted.filter(({ written }) => referencesIn(written).length === 0)
  for (const { component } of without) note(`${component}: its data is written out instead of referenced.`)
  return (wanted.length - without.length) / wanted.length
}

/** 0 for a mistake that the brief names; otherwise what is shown at most, divided by what is shown. */
function restraintOf({ expect }: Brief, { shown }: Observation, note: Note): number {
  const mistakes = expect.must_not.filter((mistake) => shown.some((component) => makesMistake(component, mistake)))
  for (const { reason } of mistakes) note(reason)
  if (shown.length > expect.max_components) note(`${shown.length} components are shown; at most ${expect.max_components} are expected.`)
  if (mistakes.length > 0) return 0
  return shown.length <= expect.max_components ? 1 : expect.max_components / shown.length
}

const makesMistake = ({ component, props }: ShownComponent, mistake: Mistake) =>
  partsOf(component, props).some(
    (part) => (mistake.component === undefined || part.component === mistake.component) && mistake.checks.every((check) => meetsCheck(part.props, check)),
  )

function figuresOf(brief: Brief, observation: Observation, note: Note): number | undefined {
  const { figures, answer } = brief.expect
  if (figures.length + answer.length === 0) return undefined
  const missing = figures.filter((figure) => !showsFigure(figure, observation, brief))
  const unmatched = answer.filter((pattern) => !matchesText(observation.answer, pattern))
  for (const { value, where } of missing) note(`The figure ${value} is not shown${where === 'anywhere' ? '' : ` in the ${where}`}.`)
  for (const pattern of unmatched) note(`The answer does not match ${pattern}.`)
  return 1 - (missing.length + unmatched.length) / (figures.length + answer.length)
}

function provenanceOf({ provenance }: Observation, note: Note): number | undefined {
  if (!provenance || provenance.incomplete) return undefined
  const { result, computed, stated, unproven } = provenance.counts
  const figures = result + computed + stated
  if (figures === 0) return undefined
  const names = provenance.figures.filter(({ source }) => source.kind === 'stated' && source.by === 'model').map(({ text }) => text)
  if (unproven > 0) note(`Figures that are in no result: ${names.slice(0, 8).join(', ')}.`)
  return 1 - unproven / figures
}
