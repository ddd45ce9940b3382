import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/emails/campaigns.ts'
import { isStarted } from '#contract/emails/content.ts'
import type { Language } from '#contract/languages.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'

const WIDTHS = { phone: 'max-w-[375px]', computer: 'max-w-[680px]' } as const

/** The saved draft as people get it. The server draws it; the frame runs nothing. */
export const PreviewFrame = ({ campaign, language }: { campaign: Campaign; language: Language }) => {
  const { t } = useTranslation('emails')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone')
  const address = `${campaign.preview_path}?${new URLSearchParams({ language, theme })}`
  return (
    <Card as="section" className="flex flex-col gap-4 xl:sticky xl:top-4">
      <h2 className="text-lg font-semibold text-ink">{t('preview.title')}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <Segmented
          legend={t('preview.theme')}
          value={theme}
          options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
          onChange={setTheme}
        />
        <Segmented
          legend={t('preview.width')}
          value={width}
          options={(['phone', 'computer'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
          onChange={setWidth}
        />
      </div>
      {!isStarted(campaign.content, language) && campaign.content.blocks.length > 0 && (
        <p className="text-sm text-ink-muted">{t('preview.fallback')}</p>
      )}
      <iframe
        // A new version is another frame: the old one stays until then.
        key={`${campaign.version}-${language}-${theme}`}
        title={t('preview.title')}
        src={address}
        sandbox=""
        className={`mx-auto h-[32rem] w-full rounded-lg border border-line bg-white ${WIDTHS[width]}`}
      />
    </Card>
  )
}
