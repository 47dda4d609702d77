/** Messages of every question except forms, and of the header around all questions. */
export const questionMessages = {
  approvalNeeded: 'The assistant needs your approval to continue.',
  toolNeedsAnswer: (withArguments: boolean) => ` needs your answer to continue${withArguments ? ' with these arguments:' : '.'}`,
  moreArguments: (count: number) => (count === 1 ? 'One more argument is not shown here.' : `${count} more arguments are not shown here.`),
  argumentsNotShown: 'Its arguments cannot be shown here.',
  waiting: (heading: string) => `Waiting for your answer: ${heading || 'a question'}`,
  beingSent: 'Your answer is being sent.',
  notAccepted: 'Your answer was not accepted. It was kept, so you can try again.',
  sending: 'Sending…',
  notSent: 'Your answer could not be sent. It was kept, so you can try again or skip the question.',
  expected: (expected: string) => `expected ${expected}`,
  cancel: 'Not now',
  answered: 'You answered',
  answeredElsewhere: 'Answered in another window',
  expired: 'This can no longer be answered',
  cancelled: 'Not answered',
}
