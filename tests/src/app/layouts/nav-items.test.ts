import { describe, expect, it } from 'vitest'
import type { Feature } from '#contract/client-info/client-info.ts'
import {
  adminBottomItems,
  adminSideItems,
  isActiveLink,
  isPlayerPath,
  studentBottomItems,
  studentSideItems,
} from '#src/app/layouts/nav-items.ts'

const features = (...slugs: string[]): Feature[] =>
  slugs.map((slug, index) => ({
    id: index + 1,
    slug,
    title: `Title of ${slug}`,
    links: [
      { title: slug, href: `/${slug.replace('dashboard', '')}` },
      { title: 'second', href: '/second' },
    ],
  }))
const allExist = () => true
const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)

describe('admin sidebar', () => {
  it('shows only the dashboard without features', () => {
    expect(adminSideItems([], allExist)).toEqual([{ slug: 'admin_dashboard', to: '/admin/dashboard' }])
  })

  it('has the order and paths of the specification', () => {
    const all = features(
      'admin_attendance',
      'admin_webinar_management',
      'admin_payment',
      'admin_live',
      'admin_emails',
      'admin_referral',
      'admin_assessment_result',
      'admin_workshop_reg',
      'admin_course_builder',
      'admin_manage_students',
    )
    expect(adminSideItems(all, allExist).map(({ to }) => to)).toEqual([
      '/admin/dashboard',
      '/admin/manage-students',
      '/admin/courses',
      '/admin/workshop-registrations',
      '/admin/assesment-results',
      '/admin/referals',
      '/admin/email-send',
      '/admin/live',
      '/admin/payment-links',
      '/admin/webinar-management',
      '/admin/attendance',
    ])
  })

  it('compares whole slugs case-insensitively', () => {
    expect(slugs(adminSideItems(features('ADMIN_Emails'), allExist))).toContain('admin_emails')
    expect(slugs(adminSideItems(features('admin_emails_2'), allExist))).toEqual(['admin_dashboard'])
  })

  it('leaves out a feature whose page does not exist', () => {
    expect(slugs(adminSideItems(features('admin_emails'), (path) => path !== '/admin/email-send'))).toEqual([
      'admin_dashboard',
    ])
  })
})

describe('student sidebar', () => {
  it('shows home first and the rest in the order of the specification', () => {
    const items = studentSideItems(features('community_forum', 'LIVE_CLASS', 'course'), allExist)
    expect(items.map(({ to }) => to)).toEqual(['/', '/courses', '/live', '/community'])
  })
})

describe('bottom bars', () => {
  it('shows a student the first five features, none for admins', () => {
    const items = studentBottomItems(
      features(
        'dashboard',
        'admin_emails',
        'course',
        'assessment',
        'live',
        'attendance',
        'community_forum',
        'job_portal',
      ),
      allExist,
    )
    expect(slugs(items)).toEqual(['dashboard', 'course', 'assessment', 'live', 'attendance'])
    expect(items[0]?.to).toBe('/')
    expect(items[1]?.to).toBe('/course')
  })

  it('replaces a feature without links or page by the next one', () => {
    const [first, ...rest] = features('course', 'live')
    const items = studentBottomItems([{ ...(first as Feature), links: [] }, ...rest], allExist)
    expect(slugs(items)).toEqual(['live'])
    expect(studentBottomItems(rest, () => false)).toEqual([])
  })

  it('shows an admin at most five of the six listed features', () => {
    const items = adminBottomItems(
      features(
        'admin_emails',
        'admin_attendance',
        'admin_workshop_reg',
        'admin_assessment_result',
        'admin_course_builder',
        'admin_manage_students',
      ),
      allExist,
    )
    expect(slugs(items)).toEqual([
      'admin_dashboard',
      'admin_manage_students',
      'admin_course_builder',
      'admin_attendance',
      'admin_workshop_reg',
    ])
  })
})

describe('workshops', () => {
  it.each(['admin_workshop_reg', 'admin_workshop_registrations', 'Admin_Workshop_Registrations'])(
    'are in sidebar and bottom bar when the client switched on %s',
    (slug) => {
      expect(slugs(adminSideItems(features(slug), allExist))).toContain('admin_workshop_reg')
      expect(slugs(adminBottomItems(features(slug), allExist))).toContain('admin_workshop_reg')
    },
  )

  it('control: are absent without either name', () => {
    expect(slugs(adminBottomItems(features('admin_live'), allExist))).toEqual(['admin_dashboard'])
  })
})

describe('active entry', () => {
  it.each([
    ['/', '/', true],
    ['/', '/courses', false],
    ['/courses', '/courses', true],
    ['/courses', '/courses/12', true],
    ['/courses', '/', false],
    ['/live', '/learn', false],
    ['/', '/learn', true],
    ['/courses', '/instructors/4', true],
    ['/courses', '/continue-learning', true],
    ['/courses', '/recommended-learning', true],
    ['/courses', '/practice', true],
    ['/courses', '/learn/course/3/notes', true],
    ['/courses', '/learn', false],
    ['/assessments', '/assessment/2', true],
    ['/assessments', '/roadmap/2', true],
    ['/assessments', '/admin/security', false],
    ['/community', '/community/thread/5', true],
    ['/admin/assesment-results', '/admin/question-bank', true],
    ['/admin/assesment-results', '/admin/assessments', true],
    ['/admin/courses', '/admin/question-bank', false],
    ['/courses', '/search', false],
  ])('for the link %s at %s is active: %s', (link, path, expected) => {
    expect(isActiveLink(link, path)).toBe(expected)
  })

  it('recognises only paths of the course player', () => {
    expect(isPlayerPath('/learn/course/3/14')).toBe(true)
    expect(isPlayerPath('/learn')).toBe(false)
    expect(isPlayerPath('/courses/3')).toBe(false)
  })
})
