import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AutomationKind } from '#contract/emails/campaigns.ts'
import {
  BLOCKS_MAX,
  blockKinds,
  isComplete,
  isStarted,
  SUBJECT_MAX,
  type Block,
  type MailContent,
} from '#contract/emails/content.ts'
import { directionOf, languageInfo, languages, type Language } from '#contract/languages.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { moved, newBlock, withText } from '../../model/draft.ts'
import { BlockCard } from './BlockCard.tsx'

type Props = {
  content: MailContent
  /** Null: a campaign. */
  automation: AutomationKind | null
  language: Language
  onLanguage: (language: Language) => void
  onChange: (content: MailContent) => void
}

const VARIABLES = ['{{name}}', '{{first_name|friend}}', '{{email}}', '{{academy}}']
const variablesOf = (automation: AutomationKind | null) =>
  automation === 'course_finished' ? [...VARIABLES, '{{course}}'] : VARIABLES

/** Subject and blocks, in one language at a time. */
export const ContentFields = ({ content, automation, language, onLanguage, onChange }: Props) => {
  const { t } = useTranslation('emails')
  const { preview_text: previewText, subject, blocks } = content
  const state = isComplete(content, language)
    ? 'complete'
    : isStarted(content, language)
      ? 'unfinished'
      : 'empty'
  const text = (name: 'subject' | 'preview_text', value: string | undefined) => (
    <Field label={t(`content.${name}`)} {...(name === 'preview_text' && { optionalLabel: t('optional') })}>
      {(control) => (
        <TextInput
          {...control}
          lang={language}
          dir={value ? 'auto' : directionOf(language)}
          maxLength={SUBJECT_MAX}
          autoComplete="off"
          value={value ?? ''}
          onChange={({ target }) =>
            onChange({ ...content, [name]: withText(content[name], language, target.value) })
          }
        />
      )}
    </Field>
  )
  return (
    <div className="flex flex-col gap-5">
      <Card className="flex flex-col gap-5">
        <div className="flex flex-col gap-1.5">
          <Segmented
            legend={t('content.language')}
            value={language}
            options={languages.map((value) => ({ value, label: languageInfo(value).name, lang: value }))}
            onChange={onLanguage}
          />
          <p className="text-sm text-ink-muted">{t(`content.${state}`)}</p>
        </div>
        {text('subject', subject[language])}
        {text('preview_text', previewText[language])}
        <p className="text-sm text-ink-muted">{t('content.variables')}</p>
        <ul className="flex flex-wrap gap-2 text-sm text-ink" dir="ltr">
          {variablesOf(automation).map((each) => (
            <li key={each}>
              <code className="rounded bg-surface-sunken px-1.5 py-0.5">{each}</code>
            </li>
          ))}
        </ul>
      </Card>
      <Blocks
        language={language}
        blocks={blocks}
        onChange={(next) => onChange({ ...content, blocks: next })}
      />
    </div>
  )
}

type BlocksProps = { language: Language; blocks: readonly Block[]; onChange: (blocks: Block[]) => void }

const Blocks = ({ language, blocks, onChange }: BlocksProps) => {
  const { t } = useTranslation('emails')
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const focusBlock = (index: number) =>
    requestAnimationFrame(() =>
      list.current?.children[index]?.querySelector<HTMLElement>('button, input')?.focus(),
    )
  return (
    <section aria-label={t('blocks.label')} className="flex flex-col gap-4">
      <ol ref={list} className="flex flex-col gap-4">
        {blocks.map((block, index) => (
          <BlockCard
            key={block.id}
            block={block}
            language={language}
            place={{ index, count: blocks.length }}
            onChange={(next) => onChange(blocks.map((each) => (each.id === block.id ? next : each)))}
            onMove={(by) => {
              onChange(moved(blocks, index, by))
              setSaid(t('blocks.moved', { place: index + by + 1, of: blocks.length }))
            }}
            onRemove={() => {
              onChange(blocks.filter((each) => each.id !== block.id))
              setSaid(t('blocks.removed'))
              focusBlock(Math.max(0, index - 1))
            }}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      {blocks.length === 0 && <p className="text-sm text-ink-muted">{t('blocks.empty')}</p>}
      {blocks.length < BLOCKS_MAX && (
        <div role="group" aria-label={t('blocks.add')} className="flex flex-wrap gap-2">
          {blockKinds.map((kind) => (
            <Button
              key={kind}
              variant="secondary"
              size="sm"
              icon={<Plus aria-hidden="true" size={16} />}
              onClick={() => onChange([...blocks, newBlock(kind, crypto.randomUUID())])}
            >
              {t(`blocks.${kind}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
