import type { ReactNode } from 'react'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { Stat } from '#src/shared/ui/content/Stat.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { cx } from '#src/shared/lib/cx.ts'
import type { SignInOwn } from '../../model/pictures.ts'
import type { PreviewTexts } from './texts.ts'

export interface ScreenProps {
  texts: PreviewTexts
  name: string
  logo: string
  navLogo: string
  icon: string
  signIn: SignInOwn
}

/** The brand beside the form; without the room for both, the own words above it. */
export const SignInScreen = ({ texts: { signIn }, name, logo, signIn: own }: ScreenProps) => (
  <div className="@container">
    <div className="flex min-h-112 flex-col @md:flex-row">
      <div className="flex shrink-0 flex-col gap-5 bg-primary-soft p-5 pb-0 text-primary-text @md:w-5/12">
        <div className="flex">
          <Logo key={logo} name={name} src={logo} />
        </div>
        <div className={cx('pb-5', !own.heading && !own.line && 'hidden @md:block')}>
          <p className="text-xl font-bold leading-tight text-balance">
            <bdi>{own.heading ?? signIn.heading}</bdi>
          </p>
          {own.line ? (
            <p className="mt-3 text-sm text-ink">
              <bdi>{own.line}</bdi>
            </p>
          ) : (
            <ul className="mt-3 hidden list-disc space-y-1.5 ps-4 text-sm text-ink @md:block">
              {signIn.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </div>
        {own.picture && (
          <img
            src={own.picture}
            alt=""
            className="-mx-5 hidden h-0 min-h-40 max-w-none grow object-cover @md:block"
          />
        )}
      </div>
      <div className="flex flex-1 flex-col justify-center p-5">
        <Card className="mx-auto flex w-full max-w-sm flex-col gap-4">
          <p className="text-2xl font-bold">{signIn.title}</p>
          <Field label={signIn.email}>
            {(control) => <TextInput {...control} dir="ltr" readOnly value="asha@example.org" />}
          </Field>
          <Field
            label={signIn.password}
            aside={<span className="text-sm font-medium text-primary-text">{signIn.forgot}</span>}
          >
            {(control) => <TextInput {...control} type="password" dir="ltr" readOnly value="••••••••••••" />}
          </Field>
          <Button block>{signIn.button}</Button>
        </Card>
      </div>
    </div>
  </div>
)

type FrameProps = Pick<ScreenProps, 'name' | 'logo' | 'navLogo' | 'icon' | 'texts'> & {
  /** The first one is the page that is open. */
  entries: readonly string[]
  children: ReactNode
}

/** Side navigation and top bar, as around every page on wide screens. */
const Frame = ({ name, navLogo, icon, texts, entries, children }: FrameProps) => (
  <div className="flex min-h-96">
    <div className="hidden w-40 shrink-0 border-e border-line bg-nav p-3 text-nav-ink sm:block">
      <div className="mb-4 flex h-11 items-center overflow-hidden px-1">
        <Logo key={navLogo} name={name} src={navLogo} />
      </div>
      <div className="flex flex-col gap-1 text-sm font-medium">
        {entries.map((entry, index) => (
          <span
            key={entry}
            className={cx(
              'relative flex min-h-11 items-center rounded-lg px-3',
              index === 0 ? 'bg-nav-selected font-semibold text-nav-selected-ink' : 'text-nav-muted',
            )}
          >
            {index === 0 && <span className="absolute inset-y-2 start-0 w-1 rounded-full bg-nav-mark" />}
            {entry}
          </span>
        ))}
      </div>
    </div>
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="flex h-14 items-center justify-between border-b border-line bg-surface-raised px-4">
        <Logo key={icon} name={name} src={icon} shape="icon" />
        <Avatar name={texts.person} size={32} />
      </div>
      <div className="flex flex-1 flex-col gap-4 p-4">{children}</div>
    </div>
  </div>
)

export const HomeScreen = (props: ScreenProps) => {
  const { home, nav } = props.texts
  return (
    <Frame {...props} entries={[nav.home, nav.courses, nav.community]}>
      <div>
        <p className="text-xl font-bold">{home.hello}</p>
        <p className="text-sm text-ink-muted">{home.lead}</p>
      </div>
      <Card className="flex flex-col gap-3">
        <p className="font-semibold">{home.course}</p>
        <Progress value={62} label={home.course} valueText={home.progress} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm text-ink-muted">{home.progress}</span>
          <Button size="sm">{home.button}</Button>
        </div>
      </Card>
      <dl className="grid grid-cols-2 gap-3">
        <Stat label={home.streak} value="12" />
        <Stat label={home.time} value="4.5" />
      </dl>
    </Frame>
  )
}

export const CoursesScreen = (props: ScreenProps) => {
  const { courses, nav } = props.texts
  return (
    <Frame {...props} entries={[nav.courses, nav.home, nav.community]}>
      <p className="text-xl font-bold">{courses.title}</p>
      <div className="grid grid-cols-2 gap-3">
        {[courses.first, courses.second].map((title, index) => (
          <Card key={title} pad="none" className="flex flex-col overflow-hidden">
            <CourseCover title={title} />
            <div className="flex flex-1 flex-col items-start gap-2.5 p-3">
              <p className="font-semibold text-balance">{title}</p>
              <Badge tone={index === 0 ? 'info' : 'warning'}>
                {index === 0 ? courses.level : courses.full}
              </Badge>
              <Button size="sm" block variant={index === 0 ? 'cta' : 'secondary'} className="mt-auto">
                {index === 0 ? courses.button : courses.open}
              </Button>
            </div>
          </Card>
        ))}
      </div>
    </Frame>
  )
}

export const QuizScreen = ({ texts: { quiz } }: ScreenProps) => (
  <div className="flex flex-col gap-4 p-5">
    <p className="text-sm font-medium text-primary-text">{quiz.title}</p>
    <p className="text-lg font-semibold">{quiz.question}</p>
    <div className="flex flex-col gap-2">
      {['2', '3', '6'].map((option) => (
        <span
          key={option}
          className={cx(
            'flex min-h-11 items-center rounded-lg border px-4',
            option === '3'
              ? 'border-primary bg-primary-soft font-semibold'
              : 'border-line-strong bg-surface-raised',
          )}
        >
          {option}
        </span>
      ))}
    </div>
    <Alert kind="success" title={quiz.right}>
      {quiz.rightText}
    </Alert>
    <Alert kind="warning" title={quiz.wrong}>
      {quiz.wrongText}
    </Alert>
    <div className="flex flex-wrap gap-2">
      <Button>{quiz.button}</Button>
      <Button variant="ghost">{quiz.next}</Button>
    </div>
  </div>
)

export const AdminScreen = (props: ScreenProps) => {
  const { admin, nav, person } = props.texts
  const rows = [
    { tone: 'success', text: admin.active },
    { tone: 'error', text: admin.behind },
    { tone: 'neutral', text: admin.invited },
  ] as const
  return (
    <Frame {...props} entries={[nav.people, nav.courses, nav.results]}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xl font-bold">{admin.title}</p>
        <Button size="sm">{admin.button}</Button>
      </div>
      <TextInput readOnly tabIndex={-1} aria-label={admin.search} placeholder={admin.search} />
      <div className="card divide-y divide-line">
        {rows.map(({ tone, text }) => (
          <div key={text} className="flex items-center gap-3 px-4 py-2.5">
            <Avatar name={`${person} ${text}`} size={32} />
            <span className="min-w-0 flex-1 truncate text-sm">{person}</span>
            <Badge tone={tone}>{text}</Badge>
          </div>
        ))}
      </div>
      <Button variant="danger" size="sm" className="self-start">
        {admin.danger}
      </Button>
    </Frame>
  )
}
