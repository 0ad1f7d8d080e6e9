{{- define "mailwright.labels" -}}
app.kubernetes.io/name: mailwright
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "mailwright.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "mailwright.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Parts that containers of all kinds share: image, variables, files, and what they may not do. */}}
{{- define "mailwright.container" -}}
image: {{ include "mailwright.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
env:
  - { name: CREDENTIALS_DIRECTORY, value: /run/secrets/mailwright }
  - { name: MAILWRIGHT_PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/mailwright, readOnly: true }
  - { name: data, mountPath: /var/lib/mailwright }
  - { name: tmp, mountPath: /tmp }
  {{- if .Values.dkimSecretName }}
  - { name: dkim, mountPath: /var/lib/mailwright/dkim, readOnly: true }
  {{- end }}
{{- end }}

{{- define "mailwright.volumes" -}}
- name: secrets
  secret: { secretName: {{ .Values.secretName }}, defaultMode: 0440 }
- name: data
  emptyDir: {}
- name: tmp
  emptyDir: {}
{{- if .Values.dkimSecretName }}
- name: dkim
  secret: { secretName: {{ .Values.dkimSecretName }}, defaultMode: 0440 }
{{- end }}
{{- end }}
