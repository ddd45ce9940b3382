import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX, TESTS_MAX } from '#contract/problems/problems.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import {
  cellsFrom,
  newCheck,
  newCriterion,
  textOfCells,
  type Criterion,
  type ProblemOf,
} from '../../model/problems.ts'
import { WholeNumber } from '../editors/fields/WholeNumber.tsx'
import { CheckDetails } from './CheckDetails.tsx'
import { PartList } from './PartList.tsx'

type TextProps = { problem: ProblemOf<'text'>; onChange: (problem: ProblemOf<'text'>) => void }

/** A free text: its length and its rubric. */
export const TextFields = ({ problem, onChange }: TextProps) => {
  const { t } = useTranslation('course-builder')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <WholeNumber
          optional
          label={t('problem.wordsMin')}
          min={1}
          max={5000}
          value={problem.words_min}
          onChange={(value) => onChange({ ...problem, words_min: value })}
        />
        <WholeNumber
          optional
          label={t('problem.wordsMax')}
          min={1}
          max={5000}
          value={problem.words_max}
          onChange={(value) => onChange({ ...problem, words_max: value })}
        />
        <WholeNumber
          label={t('quiz.pass')}
          min={1}
          max={100}
          value={problem.pass_percent}
          onChange={(value) => onChange({ ...problem, pass_percent: value })}
        />
      </div>
      <Rubric rubric={problem.rubric} onChange={(rubric) => onChange({ ...problem, rubric })} />
    </>
  )
}

type Check = ProblemOf<'spreadsheet'>['checks'][number]
type SheetProps = {
  problem: ProblemOf<'spreadsheet'>
  onChange: (problem: ProblemOf<'spreadsheet'>) => void
}

/** A spreadsheet: its size, the given cells, the checks and the rubric. */
export const SheetFields = ({ problem, onChange }: SheetProps) => {
  const { t } = useTranslation('course-builder')
  const [typed, setTyped] = useState(() => textOfCells(problem.cells))
  const size = (key: 'rows' | 'columns', max: number) => (
    <WholeNumber
      label={t(`problem.${key}`)}
      min={1}
      max={max}
      value={problem[key]}
      onChange={(value) => onChange({ ...problem, [key]: value })}
    />
  )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {size('rows', SHEET_ROWS_MAX)}
        {size('columns', SHEET_COLUMNS_MAX)}
      </div>
      <Field label={t('problem.cells')} hint={t('problem.cellsHint')}>
        {(control) => (
          <TextArea
            {...control}
            dir="ltr"
            rows={6}
            spellCheck={false}
            className="font-mono text-sm"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange({ ...problem, cells: cellsFrom(event.target.value) })
            }}
          />
        )}
      </Field>
      <PartList
        legend={t('problem.checks')}
        addLabel={t('problem.addCheck')}
        items={problem.checks}
        max={TESTS_MAX}
        nameOf={(index) => t('problem.check', { number: index + 1 })}
        create={newCheck}
        onChange={(checks) => onChange({ ...problem, checks })}
      >
        {(check, edit, name) => <CheckFields check={check} name={name} edit={edit} />}
      </PartList>
      <Rubric rubric={problem.rubric} onChange={(rubric) => onChange({ ...problem, rubric })} />
      {problem.rubric.length > 0 && (
        <WholeNumber
          label={t('quiz.pass')}
          className="sm:max-w-xs"
          min={1}
          max={100}
          value={problem.pass_percent}
          onChange={(value) => onChange({ ...problem, pass_percent: value })}
        />
      )}
    </>
  )
}

type CheckProps = { check: Check; name: string; edit: (change: Partial<Check>) => void }

/** One check of a spreadsheet: the cell, its expected value and how it is compared. */
const CheckFields = ({ check, name, edit }: CheckProps) => {
  const { t } = useTranslation('course-builder')
  return (
    <>
      <TextInput
        aria-label={t('problem.testTitle', { name })}
        placeholder={t('problem.testTitlePlaceholder')}
        maxLength={120}
        value={check.title}
        onChange={(event) => edit({ title: event.target.value })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('problem.cell')}>
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              maxLength={4}
              value={check.cell}
              onChange={(event) => edit({ cell: event.target.value.trim().toUpperCase() })}
            />
          )}
        </Field>
        <Field label={t('problem.expected')}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={500}
              value={check.expected}
              onChange={(event) => edit({ expected: event.target.value })}
            />
          )}
        </Field>
      </div>
      <CheckDetails check={check} edit={edit} />
      <Switch
        label={t('problem.formula')}
        checked={check.formula}
        onChange={(formula) => edit({ formula })}
      />
      <Switch label={t('problem.hidden')} checked={check.hidden} onChange={(hidden) => edit({ hidden })} />
    </>
  )
}

const RUBRIC_MAX = 20

const Rubric = ({
  rubric,
  onChange,
}: {
  rubric: readonly Criterion[]
  onChange: (rubric: Criterion[]) => void
}) => {
  const { t } = useTranslation('course-builder')
  return (
    <PartList
      legend={t('problem.rubric')}
      addLabel={t('problem.addCriterion')}
      items={rubric}
      max={RUBRIC_MAX}
      nameOf={(index) => t('problem.criterion', { number: index + 1 })}
      create={newCriterion}
      onChange={onChange}
    >
      {(criterion, edit, name) => (
        <>
          <div className="grid gap-3 sm:grid-cols-[1fr_8rem]">
            <Field label={t('problem.criterionTitle')}>
              {(control) => (
                <TextInput
                  {...control}
                  maxLength={200}
                  value={criterion.title}
                  onChange={(event) => edit({ title: event.target.value })}
                />
              )}
            </Field>
            <WholeNumber
              label={t('quiz.points')}
              min={1}
              max={100}
              value={criterion.points}
              onChange={(points) => edit({ points })}
            />
          </div>
          <TextArea
            aria-label={t('problem.criterionText', { name })}
            placeholder={t('problem.criterionPlaceholder')}
            rows={2}
            maxLength={1000}
            value={criterion.description}
            onChange={(event) => edit({ description: event.target.value })}
          />
        </>
      )}
    </PartList>
  )
}
