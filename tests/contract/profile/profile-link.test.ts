import { describe, expect, it } from 'vitest'
import { checkProfileLink } from '#contract/profile/profile-link.ts'

describe('links to profiles elsewhere', () => {
  it.each([
    [
      'professional',
      'https://www.linkedin.com/in/asha-rao/?utm_source=x#top',
      'https://www.linkedin.com/in/asha-rao',
    ],
    ['professional', 'in.linkedin.com/in/asha', 'https://in.linkedin.com/in/asha'],
    ['professional', 'http://xing.com/profile/Asha_Rao', 'https://xing.com/profile/Asha_Rao'],
    ['code', 'github.com/asha', 'https://github.com/asha'],
    ['code', 'HTTPS://GitHub.com/Asha/', 'https://github.com/Asha'],
    ['code', 'https://gitlab.com/asha/project', 'https://gitlab.com/asha'],
  ] as const)('accepts a %s link: %s', (kind, text, url) => {
    expect(checkProfileLink(kind, text)).toEqual({ url })
  })

  it.each([
    ['professional', 'https://linkedin.com.evil.test/in/asha', 'host'],
    ['professional', 'https://linkedin.com@evil.test/in/asha', 'host'],
    ['professional', 'https://evil-linkedin.com/in/asha', 'host'],
    ['professional', 'https://1inkedin.com/in/asha', 'host'],
    // A Cyrillic letter that looks like an i.
    ['professional', 'https://l\u0456nkedin.com/in/asha', 'host'],
    ['professional', 'https://login.linkedin.com/in/asha', 'host'],
    ['professional', 'https://linkedin.com:8443/in/asha', 'host'],
    ['professional', 'https://github.com/asha', 'host'],
    ['professional', 'https://linkedin.com/', 'page'],
    ['professional', 'https://linkedin.com/company/kite', 'page'],
    ['code', 'https://github.com', 'page'],
    ['code', 'https://github.com.br/asha', 'host'],
    ['code', 'javascript:alert(1)//github.com/asha', 'not_a_link'],
    ['code', 'data:text/html,github.com/asha', 'not_a_link'],
    ['code', 'my github is asha', 'not_a_link'],
    ['code', 'https://', 'not_a_link'],
  ] as const)('rejects a %s link: %s', (kind, text, problem) => {
    expect(checkProfileLink(kind, text)).toEqual({ problem })
  })
})
