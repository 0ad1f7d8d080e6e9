import type { NodeProperty } from './n8n.ts';

/** Address and key of an account. n8n finds class and file by their common name. */
export class MailwrightApi {
  name = 'mailwrightApi';
  displayName = 'Mailwright API';
  icon = 'file:mailwright.svg';
  properties: NodeProperty[] = [
    {
      ...{ displayName: 'URL', name: 'url', type: 'string', default: '', required: true },
      placeholder: 'https://mail.example.com/1.0',
      description: 'Address of the API, up to the version',
    },
    {
      ...{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '', required: true },
      typeOptions: { password: true },
      description: 'A key of the account, with the rights that the workflow needs',
    },
  ];
  authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } } };
  test = {
    request: {
      baseURL: '={{$credentials.url.replace(/\\/$/, "")}}',
      url: '/account/info',
      headers: { Accept: 'application/vnd.service.api+json' },
    },
  };
}
