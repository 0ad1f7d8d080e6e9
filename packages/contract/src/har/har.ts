/** Parts of an entry of an HTTP Archive that are read; exporters leave out any of them, whatever HAR 1.2 says. */
export interface HarEntry {
  request: HarRequest;
  response: HarResponse;
  /** Chrome: `memory`, `disk` or `prefetch`. */
  _fromCache?: unknown;
  /** Chrome: a service worker answered. */
  _fetchedViaServiceWorker?: unknown;
  /** Chrome: `fetch`, `preflight`, `websocket` … */
  _resourceType?: unknown;
}

export interface HarRequest {
  method: string;
  url: string;
  headers: HarPair[];
  cookies?: HarPair[];
  bodySize?: number;
  postData?: HarPostData;
}

export interface HarPostData {
  mimeType?: string;
  text?: string;
  params?: { name?: string; value?: string; fileName?: string }[];
  /** Not of HAR 1.2, which has no form for bytes: several exporters write it. */
  encoding?: string;
  _encoding?: string;
}

export interface HarResponse {
  status: number;
  headers: HarPair[];
  bodySize?: number;
  content?: HarContent;
  /** Chrome: the network error after which there was no whole answer. */
  _error?: unknown;
}

export interface HarContent {
  size?: number;
  mimeType?: string;
  text?: string;
  encoding?: string;
}

export interface HarPair {
  name: string;
  value: string;
}
