import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrandSettings } from '#contract/client-info/brand.ts'
import type { ThemeSettings } from '#contract/client-info/client-info.ts'
import { directionOf, languageInfo, languages, type Language } from '#contract/languages.ts'
import { isNavDark, type Mode } from '#contract/client-info/theme-roles.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { useMode } from '#src/core/theme/mode.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { iconOf, logoOf, signInOf } from '../../model/pictures.ts'
import {
  AdminScreen,
  CoursesScreen,
  HomeScreen,
  QuizScreen,
  SignInScreen,
  type ScreenProps,
} from './screens.tsx'
import { previewTexts } from './texts.ts'
import { Themed } from './Themed.tsx'

const SCREENS = {
  signIn: SignInScreen,
  home: HomeScreen,
  courses: CoursesScreen,
  quiz: QuizScreen,
  admin: AdminScreen,
} as const
const names = Object.keys(SCREENS) as (keyof typeof SCREENS)[]

type Props = { settings: BrandSettings; published: BrandSettings; theme: ThemeSettings }

/** The draft on five screens made of the app's own pieces, in every language, light and dark. */
export const Preview = ({ settings, published, theme }: Props) => {
  const { t } = useTranslation('settings')
  const [language, setLanguage] = useState<Language>(useLanguage())
  const [mode, setMode] = useState<Mode>(useMode())
  const client = useAppSelector(selectClientInfo)
  if (!client) return null
  const screen: ScreenProps = {
    texts: previewTexts[language],
    name: settings.name,
    logo: logoOf(client, settings, published, mode === 'dark'),
    navLogo: logoOf(client, settings, published, isNavDark(theme, mode)),
    icon: iconOf(client, settings, published),
    signIn: signInOf(client, settings, language),
  }
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">{t('preview.title')}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <Segmented
          legend={t('preview.language')}
          value={language}
          options={languages.map((value) => ({ value, label: languageInfo(value).name, lang: value }))}
          onChange={setLanguage}
        />
        <Segmented
          legend={t('preview.look')}
          value={mode}
          options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
          onChange={setMode}
        />
      </div>
      <Tabs
        label={t('preview.screens.label')}
        tabs={names.map((value) => {
          const Screen = SCREENS[value]
          return {
            value,
            label: t(`preview.screens.${value}`),
            content: (
              <figure>
                <Themed
                  theme={theme}
                  mode={mode}
                  // A picture of the app: nothing in it can be used.
                  inert
                  lang={language}
                  dir={directionOf(language)}
                  className="min-h-96 overflow-hidden rounded-xl border border-line bg-surface font-native text-ink"
                >
                  <Screen {...screen} />
                </Themed>
                <figcaption className="mt-2 text-sm text-ink-muted">{t('preview.note')}</figcaption>
              </figure>
            ),
          }
        })}
      />
    </Card>
  )
}
