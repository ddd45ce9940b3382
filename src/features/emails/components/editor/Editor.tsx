import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMPAIGN_NAME_MAX, type Campaign } from '#contract/emails/campaigns.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { WaitNote } from '../waiting/WaitNotes.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { AudiencePreview } from './AudiencePreview.tsx'
import { ContentFields } from './ContentFields.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import { SendStep } from './SendStep.tsx'
import { SwitchOnStep } from './SwitchOnStep.tsx'
import { useAutosave, type Autosave } from './use-autosave.ts'

const STEPS = ['write', 'audience', 'send'] as const
const stepLabel = (step: (typeof STEPS)[number], { automation }: Campaign) =>
  automation !== null && step === 'send' ? 'automation.step' : (`steps.${step}` as const)

/** A draft in three steps: what it says, who gets it, and sending. */
export const Editor = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('emails')
  const autosave = useAutosave(campaign)
  const [step, setStep] = useState<string>('write')
  const [language, setLanguage] = useState(useLanguage())
  const { draft, change } = autosave
  const content = {
    write: (
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <ContentFields
          content={draft.content}
          automation={campaign.automation}
          language={language}
          onLanguage={setLanguage}
          onChange={(next) => change({ content: next })}
        />
        <PreviewFrame campaign={campaign} language={language} />
      </div>
    ),
    audience: (
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <AudienceFields
          automation={campaign.automation}
          audience={draft.audience}
          onChange={(audience) => change({ audience })}
        />
        <AudiencePreview campaign={campaign} />
      </div>
    ),
    send:
      campaign.automation === null ? (
        <SendStep campaign={campaign} autosave={autosave} />
      ) : (
        <SwitchOnStep campaign={campaign} autosave={autosave} />
      ),
  }
  return (
    <div className="flex flex-col gap-5">
      <SaveNotice autosave={autosave} />
      <WaitNote campaign={campaign} />
      <Card className="grid gap-5 lg:grid-cols-2">
        <Field
          label={t('name')}
          hint={t('nameHint')}
          error={draft.name.trim() === '' ? t('nameMissing') : null}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={CAMPAIGN_NAME_MAX}
              autoComplete="off"
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <div className="flex flex-col gap-1.5">
          <Segmented
            legend={t('purpose.label')}
            value={draft.purpose}
            options={(['course', 'news'] as const).map((value) => ({ value, label: t(`purpose.${value}`) }))}
            onChange={(purpose) => change({ purpose })}
          />
          <p className="text-sm text-ink-muted">{t(`purpose.${draft.purpose}Hint`)}</p>
        </div>
      </Card>
      <Tabs
        label={t('steps.label')}
        value={step}
        onValueChange={setStep}
        tabs={STEPS.map((value) => ({
          value,
          label: t(stepLabel(value, campaign)),
          content: content[value],
        }))}
      />
    </div>
  )
}

const SaveNotice = ({ autosave: { state, save } }: { autosave: Autosave }) => {
  const { t } = useTranslation('emails')
  const queries = useQueryClient()
  if (state === 'conflict')
    return (
      <Alert
        kind="warning"
        title={t('save.conflict')}
        action={
          <Button
            size="sm"
            variant="secondary"
            onClick={() => void queries.invalidateQueries().then(() => window.location.reload())}
          >
            {t('save.reload')}
          </Button>
        }
      >
        {t('save.conflictText')}
      </Alert>
    )
  if (state === 'failed')
    return (
      <Alert
        kind="error"
        title={t('save.failed')}
        action={
          <Button size="sm" variant="secondary" onClick={() => void save()}>
            {t('load.retry')}
          </Button>
        }
      />
    )
  return (
    <p role="status" className="text-sm text-ink-muted">
      {t(state === 'saved' ? 'save.saved' : 'save.saving')}
    </p>
  )
}
