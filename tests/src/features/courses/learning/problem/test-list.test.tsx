import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  TestList,
  type ShownResult,
} from '#src/features/courses/learning/components/problem/code/TestList.tsx'
import { renderPage } from '#tests/support/web/render.tsx'

const aResult = (id: string, error: string): ShownResult => ({
  id,
  title: `Test ${id}`,
  hidden: false,
  outcome: 'error',
  output: '',
  expected: '4',
  error,
  passed: false,
})
const SYNTAX = "SyntaxError: '(' was never closed"
const show = (...results: ShownResult[]) => renderPage(<TestList results={results} kind="python" />)

it('shows one message for code that cannot be read, and no tests', async () => {
  await show(aResult('a', SYNTAX), aResult('b', SYNTAX), aResult('c', SYNTAX))
  expect(await screen.findAllByText(SYNTAX)).toHaveLength(1)
  expect(screen.getByText('The code cannot be read')).toBeVisible()
  expect(screen.queryByText('Not passed')).not.toBeInTheDocument()
})

it('shows a common error of code that runs once, above its tests', async () => {
  const common = 'Line 1: NameError: x'
  await show(aResult('a', common), aResult('b', common))
  expect(await screen.findAllByText(common)).toHaveLength(1)
  expect(screen.getAllByText('Not passed')).toHaveLength(2)
})

it('control: shows different messages in their tests', async () => {
  await show(aResult('a', SYNTAX), aResult('b', 'NameError: x'))
  expect((await screen.findByText(SYNTAX)).closest('li')).toHaveTextContent('Test a')
  expect(screen.getByText('NameError: x').closest('li')).toHaveTextContent('Test b')
})

it('shows a call and values in the language of the problem', async () => {
  const failed = { ...aResult('a', ''), outcome: 'output' as const, input: '[[1, 2.0], true]' }
  await renderPage(
    <TestList results={[{ ...failed, expected: 'null', output: 'false' }]} kind="python" call="total" />,
  )
  expect(await screen.findByText('total([1, 2.0], True)')).toBeVisible()
  expect(screen.getByText('None')).toBeVisible()
  expect(screen.getByText('False')).toBeVisible()
})
