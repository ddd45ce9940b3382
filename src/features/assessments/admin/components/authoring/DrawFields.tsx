import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { RULES_MAX } from '#contract/assessments/admin/authoring.ts'
import { findShortage, questionCount } from '#contract/assessments/admin/draw-rules.ts'
import { QUESTIONS_MAX } from '#contract/assessments/shapes.ts'
import { difficulties, type BankTopic } from '#contract/question-bank/question-bank.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { newRule, wholeRules, type RuleForm } from '../../model/assessment-form.ts'
import type { FormPart } from '../../model/form-part.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { FindingList } from './FindingList.tsx'
import { FixedFields } from './FixedFields.tsx'
import { FormSection } from './FormSection.tsx'
import { NumberField } from './NumberField.tsx'

type Props = FormPart & { topics: readonly BankTopic[] }

/**
 * Rules for drawn questions and the fixed questions. Checks them against the bank while the author writes.
 */
export const DrawFields = ({ form, change, problems, topics }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const rules = wholeRules(form.rules)
  const findings = findShortage(
    rules,
    form.fixed,
    (topicId) => topics.find(({ id }) => id === topicId)?.stock,
  )
  const changeRule = (key: string, next: Partial<RuleForm>) =>
    change({ rules: form.rules.map((rule) => (rule.key === key ? { ...rule, ...next } : rule)) })
  return (
    <FormSection title={t('draw.title')} text={t('draw.text')}>
      <p role="status" className="font-medium">
        {t('draw.total', { count: questionCount(rules, form.fixed.length) })}
      </p>
      <ul className="flex flex-col gap-4">
        {form.rules.map((rule, index) => (
          <li key={rule.key}>
            <Rule
              rule={rule}
              number={index + 1}
              topics={topics}
              isInvalid={problems.includes('rule')}
              onChange={(next) => changeRule(rule.key, next)}
              onRemove={() => change({ rules: form.rules.filter(({ key }) => key !== rule.key) })}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        className="self-start"
        icon={<Plus aria-hidden="true" size={18} />}
        disabled={form.rules.length >= RULES_MAX}
        onClick={() => change({ rules: [...form.rules, newRule(topics[0]?.id ?? null)] })}
      >
        {t('draw.addRule')}
      </Button>
      <FixedFields fixed={form.fixed} onChange={(fixed) => change({ fixed })} />
      {findings.length > 0 && <FindingList findings={findings} rules={rules} topics={topics} />}
    </FormSection>
  )
}

type RuleProps = {
  rule: RuleForm
  number: number
  topics: readonly BankTopic[]
  isInvalid: boolean
  onChange: (next: Partial<RuleForm>) => void
  onRemove: () => void
}

const Rule = ({ rule, number, topics, isInvalid, onChange, onRemove }: RuleProps) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { local } = useLocalized()
  const stock = topics.find(({ id }) => id === rule.topic_id)?.stock
  const available =
    stock && (rule.difficulty ? stock[rule.difficulty] : stock.easy + stock.medium + stock.hard)
  return (
    <fieldset className="grid grid-cols-[1fr_5rem_auto] items-start gap-3 rounded-lg border border-line p-3 sm:grid-cols-[1fr_1fr_8rem_auto]">
      <legend className="sr-only">{t('draw.rule', { number })}</legend>
      <Field label={t('draw.topic')} className="max-sm:col-span-3">
        {(control) => (
          <Select
            {...control}
            value={rule.topic_id === null ? null : String(rule.topic_id)}
            placeholder={t('draw.choose')}
            options={topics.map(({ id, names }) => ({ value: String(id), label: local(names) }))}
            onChange={(value) => onChange({ topic_id: Number(value) })}
          />
        )}
      </Field>
      <Field
        label={t('draw.difficulty')}
        hint={available === undefined ? undefined : t('draw.available', { count: available })}
      >
        {(control) => (
          <Select
            {...control}
            value={rule.difficulty ?? 'any'}
            options={(['any', ...difficulties] as const).map((value) => ({
              value,
              label: t(`difficulty.${value}`),
            }))}
            onChange={(value) => onChange({ difficulty: value === 'any' ? null : value })}
          />
        )}
      </Field>
      <NumberField
        label={t('draw.count')}
        error={isInvalid && rule.count === null ? t('problem.count') : null}
        min={1}
        max={QUESTIONS_MAX}
        value={rule.count}
        onChange={(count) => onChange({ count })}
      />
      <IconButton
        label={t('draw.removeRule', { number })}
        className="mt-6"
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={onRemove}
      />
    </fieldset>
  )
}
