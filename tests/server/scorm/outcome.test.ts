import { describe, expect, it } from 'vitest'
import { resumableState, launchState, secondsOf } from '#server/features/scorm/launch-state.ts'
import { bestOf, outcomeOf } from '#server/features/scorm/outcome.ts'
import { withRunTime } from '#server/features/scorm/run-time.ts'
import { createTickets } from '#server/features/scorm/tickets.ts'
import type { ScormContent } from '#contract/course-builder/draft.ts'

const rules = (version: '1.2' | '2004', pass: number | null = null, threshold: number | null = null) => ({
  version,
  pass_score: pass,
  completion_threshold: threshold,
})

describe("outcome of a package's values", () => {
  it.each<[string, Record<string, string>, ReturnType<typeof rules>, string, number | null, boolean]>([
    ['nothing reported', {}, rules('1.2'), 'incomplete', null, false],
    ['browsed', { 'cmi.core.lesson_status': 'browsed' }, rules('1.2'), 'incomplete', null, false],
    ['completed', { 'cmi.core.lesson_status': 'completed' }, rules('1.2'), 'completed', null, true],
    [
      'completed without the required score',
      { 'cmi.core.lesson_status': 'completed' },
      rules('1.2', 0.8),
      'completed',
      null,
      false,
    ],
    [
      'a score while incomplete',
      { 'cmi.core.lesson_status': 'incomplete', 'cmi.core.score.raw': '90' },
      rules('1.2', 0.8),
      'incomplete',
      90,
      false,
    ],
    [
      'reports passed below the required score',
      { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '79' },
      rules('1.2', 0.8),
      'failed',
      79,
      false,
    ],
    [
      'a score within its own minimum and maximum',
      {
        'cmi.core.lesson_status': 'passed',
        'cmi.core.score.raw': '3',
        'cmi.core.score.min': '1',
        'cmi.core.score.max': '5',
      },
      rules('1.2'),
      'passed',
      50,
      true,
    ],
    [
      'a score that is not a number',
      { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': 'NaN' },
      rules('1.2'),
      'passed',
      null,
      true,
    ],
    [
      '2004 completed and failed',
      { 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' },
      rules('2004'),
      'failed',
      null,
      false,
    ],
    [
      '2004 completed and failed with 47 %, without a required score',
      {
        'cmi.completion_status': 'completed',
        'cmi.success_status': 'failed',
        'cmi.score.scaled': '0.47',
      },
      rules('2004'),
      'failed',
      47,
      false,
    ],
    [
      '2004 completed without a word about success',
      { 'cmi.completion_status': 'completed', 'cmi.success_status': 'unknown' },
      rules('2004'),
      'completed',
      null,
      true,
    ],
    [
      '2004 completed below the required score',
      { 'cmi.completion_status': 'completed', 'cmi.score.scaled': '0.5' },
      rules('2004', 0.6),
      'failed',
      50,
      false,
    ],
    [
      '2004 score above the required score',
      { 'cmi.score.scaled': '0.6', 'cmi.success_status': 'failed' },
      rules('2004', 0.6),
      'passed',
      60,
      true,
    ],
    [
      '2004 progress over the threshold',
      { 'cmi.progress_measure': '0.7', 'cmi.completion_status': 'incomplete' },
      rules('2004', null, 0.7),
      'completed',
      null,
      true,
    ],
    [
      '2004 progress below the threshold',
      { 'cmi.progress_measure': '0.69', 'cmi.completion_status': 'completed' },
      rules('2004', null, 0.7),
      'incomplete',
      null,
      false,
    ],
    [
      '2004 score out of range',
      { 'cmi.score.scaled': '7', 'cmi.success_status': 'passed' },
      rules('2004'),
      'passed',
      100,
      true,
    ],
  ])('decides the outcome for: %s', (_, state, rulesOfItem, status, percent, completed) => {
    expect(outcomeOf(state, rulesOfItem)).toEqual({ status, percent, completed })
  })

  it('keeps the better status and the better score of two sessions', () => {
    expect(bestOf({ status: 'incomplete', percent: 30 }, { status: 'passed', percent: 90 })).toEqual({
      status: 'passed',
      percent: 90,
    })
    expect(bestOf({ status: 'passed', percent: null }, { status: 'failed', percent: 20 })).toEqual({
      status: 'passed',
      percent: 20,
    })
  })
})

describe('initial values of the run-time', () => {
  const content: ScormContent = {
    type: 'scorm',
    package_url: '/files/7/x.zip',
    version: '2004',
    launch: 'a.html',
    asset: false,
    pass_score: 0.8,
    completion_threshold: 0.5,
    launch_data: 'x=1',
    time_limit: 'PT1H',
    time_limit_action: 'exit,message',
  }
  it('resumes at the saved location and ignores values that only the server may set', () => {
    const reported = {
      'cmi.location': '4',
      'cmi.learner_id': '1',
      'cmi.entry': 'x',
      'cmi.total_time': 'PT9H',
      'cmi.session_time': 'PT1M',
      'cmi.exit': 'suspend',
    }
    const savedState = resumableState(reported)
    expect(savedState).toEqual({ 'cmi.location': '4' })
    expect(launchState({ content, learner: { id: 5, name: 'Ada' }, savedState, seconds: 3725 })).toEqual({
      'cmi.location': '4',
      'cmi.learner_id': '5',
      'cmi.learner_name': 'Ada',
      'cmi.credit': 'credit',
      'cmi.mode': 'normal',
      'cmi.entry': 'resume',
      'cmi.total_time': 'PT1H2M5S',
      'cmi.launch_data': 'x=1',
      'cmi.scaled_passing_score': '0.8',
      'cmi.completion_threshold': '0.5',
      'cmi.max_time_allowed': 'PT1H',
      'cmi.time_limit_action': 'exit,message',
    })
  })
  it.each([
    ['0001:02:03.5', 3723.5],
    ['PT1H2M3.5S', 3723.5],
    ['P1DT1S', 86_401],
    ['-PT1H', 0],
    ['soon', 0],
    ['P0Y0M0DT0H1M10.8234S', 70.8234],
    ['P1Y', 0],
    [undefined, 0],
  ])('reads the time %s as %d seconds', (text, seconds) => {
    expect(secondsOf(text)).toBeCloseTo(seconds, 6)
  })
})

describe('page of a package', () => {
  const insertRunTime = (page: string) =>
    withRunTime(Buffer.from(page), '1.2')
      .toString()
      .replace(/<script src="[^"]+"><\/script>/, '[RT]')
  it.each([
    ['<!DOCTYPE html><html>', '<!DOCTYPE html>[RT]<html>'],
    [
      '\u{feff}<?xml version="1.0"?>\n<!-- <head> --><!doctype html>\n<script>x</script>',
      '\u{feff}<?xml version="1.0"?>\n<!-- <head> --><!doctype html>[RT]\n<script>x</script>',
    ],
    ['<html><head><script>x</script>', '[RT]<html><head><script>x</script>'],
    ['', '[RT]'],
  ])('inserts the run-time first in %j, after the doctype', (page, expected) => {
    expect(insertRunTime(page)).toBe(expected)
  })
  it('leaves a page in UTF-16 unchanged', () => {
    const page = Buffer.from('\u{feff}<p>x</p>', 'utf16le')
    expect(withRunTime(page, '1.2').equals(page)).toBe(true)
  })
})

describe('ticket', () => {
  it('rejects a ticket of another key, another tenant or another text', () => {
    const tickets = createTickets(Buffer.alloc(32, 1))
    const now = new Date('2026-11-21T10:00:00Z')
    const ticket = {
      userId: 3,
      sessionId: 'a-b_1',
      itemId: 4,
      version: '2004' as const,
      file: 'scorm-package.aa.zip',
    }
    const written = tickets.write(7, ticket, now)
    expect(tickets.read(7, written, now)).toEqual(ticket)
    expect(tickets.read(8, written, now)).toBeNull()
    expect(createTickets(Buffer.alloc(32, 2)).read(7, written, now)).toBeNull()
    expect(tickets.read(7, `${written}x`, now)).toBeNull()
    expect(tickets.read(7, '', now)).toBeNull()
  })
})
